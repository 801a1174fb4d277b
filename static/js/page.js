// What every page may use; each module does nothing on a page without its elements.
import "./composer.js";
import "./evidence.js";
import "./keys.js";
import "./map.js";
import "./selection.js";
import "./sending.js";
import "./toasts.js";
import "./upload.js";

const zone = document.querySelector("input[data-time-zone]");
if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
