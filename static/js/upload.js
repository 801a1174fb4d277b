// Files can be dropped on the page's drop area, or chosen; each is sent by itself, so that one too large loses no other.

const LARGEST = 50 * 1024 * 1024;
const form = document.querySelector("form[data-drop]");

const say = (words) => {
  const line = document.createElement("p");
  line.className = "err";
  line.append(Object.assign(document.createElement("b"), { textContent: "!" }), words);
  document.getElementById("drop-says").append(line);
};

const send = async (files) => {
  const token = form.elements.csrfmiddlewaretoken.value;
  const fits = [...files].filter((file) => file.size <= LARGEST);
  [...files].filter((file) => file.size > LARGEST).forEach((file) => say(`${file.name} is larger than 50 MB.`));
  for (const file of fits) {
    const body = new FormData();
    body.append("csrfmiddlewaretoken", token);
    if (files.length > 1) body.append("quiet", "1");
    body.append("files", file);
    try {
      const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
      if (answer.status >= 400) say(`${file.name} was not taken.`);
    } catch {
      say(`${file.name} could not be sent: the server cannot be reached.`);
    }
  }
  if (fits.length === files.length) location.reload();
};

if (form) {
  const field = form.querySelector("input[type=file]");
  const over = (is) => form.classList.toggle("is-over", is);

  field.addEventListener("change", () => send(field.files));
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    over(true);
  });
  form.addEventListener("dragleave", () => over(false));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    send(event.dataTransfer.files);
  });
}
