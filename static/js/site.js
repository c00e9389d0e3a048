/*
 * What every page has: menus that close, times that stay true, forms that are sent once.
 * The bigger parts come only where the page has something for them.
 */
import "./menus.js";
import "./relative-times.js";
import "./send-once.js";
import "./dialogs.js";

if (document.querySelector("[data-composer]")) import("./composer.js");
if (document.querySelector("[data-live-url]")) import("./live.js");
if (document.querySelector("[data-time-zone]")) import("./time-zone.js");
