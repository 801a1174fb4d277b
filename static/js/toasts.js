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

// A request that failed leaves the page as it is, and says so once.
const failed = (event) => {
  const status = event.detail.ctx?.response?.status;
  if (status === 422 || toasts.querySelector("[data-failure]")) return;
  const toast = document.createElement("div");
  toast.className = "toast bad";
  toast.dataset.failure = "";
  toast.dataset.leaving = "";
  toast.textContent = status ? "The server could not do this. Try again." : "The server cannot be reached. Try again.";
  toasts.append(toast);
  leaveLater(toast);
};
document.addEventListener("htmx:response:error", failed);
document.addEventListener("htmx:error", failed);
