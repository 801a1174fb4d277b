// Files and folders can be dropped on the page's drop area, or chosen; each is sent by itself, so that one too large
// loses no other, and the page says how far it is.

const LARGEST = 50 * 1024 * 1024;
const form = document.querySelector("form[data-drop]");

const say = (words) => {
  const line = document.createElement("p");
  line.className = "err";
  line.append(Object.assign(document.createElement("b"), { textContent: "!" }), words);
  document.getElementById("drop-says").append(line);
};

const send = async (files) => {
  const told = document.getElementById("drop-sends");
  const token = form.elements.csrfmiddlewaretoken.value;
  const fits = files.filter((file) => file.size <= LARGEST);
  files.filter((file) => file.size > LARGEST).forEach((file) => say(`${file.name} is larger than 50 MB. Add it in parts.`));
  for (const [place, file] of fits.entries()) {
    if (fits.length > 1) told.textContent = `Sending ${place + 1} of ${fits.length}: ${file.name}`;
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
  told.textContent = "";
  if (fits.length === files.length && fits.length) location.reload();
};

// What a folder holds, to the bottom; what a program hides there (.obsidian, .git) is left out.
const listed = (folder) => new Promise((done, failed) => {
  const reader = folder.createReader();
  const all = [];
  const more = () => reader.readEntries((some) => {
    if (!some.length) return done(all);
    all.push(...some);
    more();
  }, failed);
  more();
});
const fileOf = (entry) => new Promise((done, failed) => { entry.file(done, failed); });
const within = async (entry, isDropped) => {
  if (!isDropped && entry.name.startsWith(".")) return [];
  try {
    if (entry.isFile) return [await fileOf(entry)];
    const inside = await listed(entry);
    return (await Promise.all(inside.map((one) => within(one, false)))).flat();
  } catch {
    say(`${entry.name} could not be opened.`);
    return [];
  }
};

// A folder may hold pictures too: of those only what the field takes is sent, and the rest is told.
const dropped = async (entries) => {
  const isFolder = entries.some((entry) => entry.isDirectory);
  const files = (await Promise.all(entries.map((entry) => within(entry, true)))).flat();
  if (!isFolder) return files;
  const takes = form.querySelector("input[type=file]").accept.split(",").filter((one) => one.startsWith("."));
  const read = files.filter((file) => takes.some((end) => file.name.toLowerCase().endsWith(end)));
  if (read.length < files.length) say(`${files.length - read.length} of ${files.length} files in the folder are of no kind that can be read; they were left out.`);
  return read;
};

if (form) {
  const field = form.querySelector("input[type=file]");
  const over = (is) => form.classList.toggle("is-over", is);

  field.addEventListener("change", () => send([...field.files]));
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    over(true);
  });
  form.addEventListener("dragleave", () => over(false));
  form.addEventListener("drop", async (event) => {
    event.preventDefault();
    over(false);
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    send(entries.length ? await dropped(entries) : [...event.dataTransfer.files]);
  });
}
