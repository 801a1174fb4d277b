// A toast stays eight seconds, and longer while it is hovered or holds the focus.

const STAYS = 8000;
const toasts = document.getElementById("toasts");

const leaveLater = (toast) => {
  setTimeout(() => {
    if (toast.matches(":hover, :focus-within")) leaveLater(toast);
    else toast.remove();
  }, STAYS);
};

const begin = () => {
  for (const toast of toasts.querySelectorAll(".toast:not([data-leaving])")) {
    toast.dataset.leaving = "";
    if (!toast.classList.contains("bad")) leaveLater(toast);
    const shut = toast.querySelector("[data-shut]");
    shut.hidden = false;
    shut.addEventListener("click", () => toast.remove());
  }
};

new MutationObserver(begin).observe(toasts, { childList: true });
begin();

// A request that failed leaves the page as it is, and says once what happened and what to do.
const says = (status) => {
  if (!status && document.querySelector("[aria-busy=true]")) return "The connection was lost. The answer goes on when it is back.";
  if (!status) return "The server cannot be reached. What you typed stays; try again.";
  if (status === 401) return "You were signed out.";
  if (status === 403) return "This page is from before you signed in again. Load it anew: a message that you typed is kept.";
  if (status === 413) return "This is larger than the server takes.";
  return "The server could not do this. What you typed stays; try again.";
};
const failed = (event) => {
  const status = event.detail.ctx?.response?.status;
  if (status === 422 || toasts.querySelector("[data-failure]")) return;
  const toast = document.createElement("div");
  toast.className = "toast bad";
  toast.dataset.failure = "";
  toast.dataset.leaving = "";
  toast.textContent = says(status);
  if (status === 403) {
    const anew = Object.assign(document.createElement("button"), { textContent: "Load anew" });
    anew.addEventListener("click", () => location.reload());
    toast.append(anew);
  }
  toasts.append(toast);
  leaveLater(toast);
};
document.addEventListener("htmx:response:error", failed);
document.addEventListener("htmx:error", failed);
