/* What every page has: menus that close, times that stay true, forms that are sent once. */
import "./menus.js";
import "./relative-times.js";
import "./send-once.js";
