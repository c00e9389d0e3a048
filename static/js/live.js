/*
 * New and changed posts appear in an open scene. The stream says only which post; the page asks
 * for it as its reader, so that nothing arrives which that reader may not see.
 */
import { refresh } from "./relative-times.js";

const scene = document.querySelector("[data-live-url]");
const posts = document.getElementById("posts");
const status = document.getElementById("live-status");
posts.tabIndex = -1; // takes the focus when the post that had it goes away
const isLatest = scene.dataset.latest !== "false";

const find = (id) => posts.querySelector(`[data-post="${CSS.escape(id)}"]`);

async function fetchPosts(url) {
  const response = await fetch(url, { headers: { "HX-Request": "true" } });
  if (!response.ok) return null;
  if (response.headers.get("HX-Refresh")) return { isLost: true, found: [] };
  const holder = document.createElement("template");
  holder.innerHTML = await response.text();
  return { isLost: false, found: [...holder.content.querySelectorAll("[data-post]")] };
}

let asking = Promise.resolve();

/** One question at a time: two answers must not both append the same post. */
function queue(task) {
  asking = asking.then(task).catch(() => {}); // the next event, or the next "ready", asks again
}

async function catchUp() {
  if (!isLatest) {
    announce(null);
    return;
  }
  const last = posts.querySelector("[data-post]:last-of-type");
  const url = new URL(scene.dataset.postsUrl, location.href);
  if (last) url.searchParams.set("after", last.dataset.post);
  const answer = await fetchPosts(url);
  if (!answer) return;
  if (answer.isLost) {
    announce(null);
    return;
  }
  const fresh = answer.found.filter((post) => !find(post.dataset.post));
  if (!fresh.length) return;
  for (const post of fresh) post.classList.add("is-new");
  document.getElementById("no-posts")?.remove();
  posts.append(...fresh);
  show(fresh);
  announce(fresh[0]);
}

async function change(id) {
  const shown = find(id);
  if (!shown) return catchUp(); // its circle has grown
  const answer = await fetchPosts(shown.dataset.fragment);
  if (!answer) return;
  const [now] = answer.found;
  if (now) {
    shown.replaceWith(now);
    show([now]);
  } else if (shown.contains(document.activeElement)) {
    posts.focus();
    shown.remove();
  } else {
    shown.remove();
  }
}

function show(fresh) {
  for (const post of fresh) window.htmx?.process(post);
  refresh();
}

function announce(post) {
  // Emptied first, so that a second arrival is read out too.
  status.textContent = "";
  setTimeout(() => (status.textContent = status.dataset.new), 50);
  const below = post === null || post.getBoundingClientRect().top > innerHeight;
  if (below) showWay(post);
}

/** A way to what is new, for those who are reading further up. */
function showWay(post) {
  document.querySelector(".new-posts")?.remove();
  const link = document.createElement("a");
  link.className = "button button--primary new-posts";
  link.href = post ? `#${post.id}` : location.pathname;
  link.textContent = status.dataset.new;
  link.addEventListener("click", () => link.remove());
  document.body.append(link);
  if (!post) return;
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    link.remove();
  }).observe(post);
}

let stream = null;

function connect() {
  stream?.close();
  stream = new EventSource(scene.dataset.liveUrl);
  // "ready" comes at every connection: whatever was missed in between is asked for.
  stream.addEventListener("ready", () => queue(async () => isLatest && catchUp()));
  stream.addEventListener("posted", (event) => {
    const { post } = JSON.parse(event.data);
    queue(async () => find(post) || catchUp());
  });
  stream.addEventListener("changed", (event) => {
    const { post } = JSON.parse(event.data);
    queue(() => change(post));
  });
  stream.addEventListener("error", () => {
    // The browser tries again by itself unless it gave up (an error page instead of a stream).
    if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 10_000);
  });
}

connect();
// A page in the browser's back-forward cache must let go of its connection.
window.addEventListener("pagehide", () => stream.close());
window.addEventListener("pageshow", (event) => event.persisted && connect());
