// The composer: Enter sends, Shift+Enter breaks the line, Esc stops; drafts are kept; a day is shown to be chosen; the thread follows its end.

const form = document.querySelector("form[data-composer]");

// An answer without the numbers of its citations.
const words = (article) => {
  const answer = article.querySelector(".answer").cloneNode(true);
  answer.querySelectorAll(".cite").forEach((chip) => chip.remove());
  return answer.innerText.trim();
};

if (form) {
  const field = form.elements.text;
  const thread = document.getElementById("thread");
  const draft = `draft:${location.pathname}`;

  const fit = () => {
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight}px`;
  };
  const newest = () => thread.querySelector("article:last-of-type");
  const atEnd = () => newest()?.getBoundingClientRect().bottom < window.innerHeight + 160;
  const toEnd = () => newest()?.scrollIntoView({ block: "end" });
  const stop = () => thread.querySelector("[data-stop]");

  // The page knows how high the composer is, and keeps what a person sees: while an answer is written its end, unless
  // they scrolled away from it; later, where the composer grows or what was learned is told above the newest answer,
  // an end that stood above the composer. A scroll that is told of in the frame of such a change says nothing of them.
  let height = form.offsetHeight;
  let tall = thread.offsetHeight;
  let following = true;
  let clear = false;
  let writing = false; // its last change, when what can be done with it stands below it, is followed too
  const hidden = () => (newest()?.getBoundingClientRect().bottom ?? 0) - form.getBoundingClientRect().top;
  const changed = new ResizeObserver(() => {
    const grown = form.offsetHeight - height;
    height += grown;
    tall = thread.offsetHeight;
    document.documentElement.style.setProperty("--composer", `${height}px`);
    const by = hidden();
    if (following && (stop() || writing)) toEnd();
    else if (clear && by > 0 && by < grown + 160) scrollBy(0, by); // more is something that was opened to be read
    clear = hidden() < 16;
    writing = Boolean(stop());
  });
  changed.observe(form);
  changed.observe(thread);
  addEventListener("scroll", () => {
    if (thread.offsetHeight !== tall || form.offsetHeight !== height) return;
    following = atEnd();
    clear = hidden() < 16;
  }, { passive: true });
  form.addEventListener("submit", () => { following = true; });
  const ways = form.querySelector("[data-ways]");
  ways.addEventListener("click", () => {
    ways.setAttribute("aria-expanded", String(ways.getAttribute("aria-expanded") !== "true"));
  });

  const day = form.elements.as_of;
  day.addEventListener("input", () => form.toggleAttribute("data-past", Boolean(day.value)));

  if (!field.value) field.value = sessionStorage.getItem(draft) ?? "";
  fit();

  field.addEventListener("input", () => {
    fit();
    sessionStorage.setItem(draft, field.value);
  });
  field.addEventListener("keydown", (press) => {
    if (press.key !== "Enter" || press.shiftKey || press.isComposing) return;
    press.preventDefault();
    if (field.value.trim() && !stop()) form.requestSubmit();
  });
  document.addEventListener("keydown", (press) => {
    if (press.key === "Escape" && stop()) stop().click();
  });

  // A message was taken: the field is free for the next one. A refused one (422) stays to be mended.
  form.addEventListener("htmx:after:request", (event) => {
    if (event.target !== form || event.detail.ctx.response.status >= 400) return;
    field.value = "";
    sessionStorage.removeItem(draft);
    document.getElementById("composer-says").replaceChildren();
    document.getElementById("thread-empty")?.remove();
    fit();
  });

  // A screen reader is told once that an answer is there, and then what it says: not every word as it comes.
  let busy = Boolean(thread.querySelector("[aria-busy]"));
  new MutationObserver(() => {
    const was = busy;
    busy = Boolean(thread.querySelector("[aria-busy]"));
    if (!was || busy) return;
    const last = thread.querySelector(".theirs:last-of-type");
    document.getElementById("answered").textContent = [words(last), last.querySelector(".err")?.innerText].filter(Boolean).join(" ");
  }).observe(thread, { childList: true, subtree: true });
  if (!location.hash && thread.querySelectorAll(".mine").length > 1) {
    [...thread.querySelectorAll(".mine")].at(-1).scrollIntoView({ block: "start" });
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(words(button.closest("article")));
  button.textContent = "Copied";
});

// Copying needs a secure page; where it cannot work there is no button.
const offerCopy = (root) => {
  if (navigator.clipboard) root.querySelectorAll?.("[data-copy]").forEach((button) => { button.hidden = false; });
};
offerCopy(document);
document.addEventListener("htmx:after:process", (event) => offerCopy(event.target));
