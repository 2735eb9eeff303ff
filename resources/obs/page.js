// Shows the captions as they grow. Text is only ever added to a line; after a lost connection the last lines come whole.
"use strict";

const KEPT_LINES = 20;
const RETRY_MS = 2000;

const captions = document.getElementById("captions");
const options = new URLSearchParams(location.search);
const root = document.documentElement.style;
const paragraphs = new Map();
let quietTimer = 0;

function number(name, fallback, low, high) {
  const text = options.get(name);
  const value = text === null || text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : fallback;
}

// A colour as the address has it: a name, or hexadecimal digits with or without "#".
function colour(name, fallback) {
  const value = (options.get(name) ?? "").trim();
  for (const candidate of [value, "#" + value]) {
    if (value && CSS.supports("color", candidate)) {
      return candidate;
    }
  }
  return fallback;
}

// Shadows all around: drawn the same by every version of Chromium that OBS has had.
function outline(width, paint) {
  const shadows = [];
  for (let step = 0; step < 16; step += 1) {
    const angle = (step / 16) * 2 * Math.PI;
    shadows.push(`${(Math.cos(angle) * width).toFixed(2)}px ${(Math.sin(angle) * width).toFixed(2)}px 0 ${paint}`);
  }
  return shadows.join(", ");
}

function applyOptions() {
  const size = number("size", 48, 8, 400);
  root.setProperty("--size", `${size}px`);
  root.setProperty("--rows", String(Math.round(number("lines", 3, 1, 12))));
  root.setProperty("--weight", String(number("weight", 600, 100, 900)));
  root.setProperty("--colour", colour("colour", colour("color", "#fff")));
  root.setProperty("--background", colour("background", "transparent"));
  const width = number("outline_width", size / 16, 0, 40);
  if (width > 0 && options.get("outline") !== "none") {
    root.setProperty("--outline", outline(width, colour("outline", "#000")));
  }
  const align = options.get("align");
  if (["left", "center", "right"].includes(align)) {
    root.setProperty("--align", align);
  }
  const font = (options.get("font") ?? "").replace(/["\\;{}]/g, "");
  if (font) {
    root.setProperty("--font", `"${font}", sans-serif`);
  }
  document.body.classList.toggle("top", options.get("position") === "top");
}

function paragraph(n) {
  let found = paragraphs.get(n);
  if (!found) {
    found = document.createElement("p");
    found.dir = "auto";
    found.dataset.n = n;
    paragraphs.set(n, found);
    captions.append(found);
    while (paragraphs.size > KEPT_LINES) {
      const [oldest, element] = paragraphs.entries().next().value;
      element.remove();
      paragraphs.delete(oldest);
    }
  }
  return found;
}

function append(n, text) {
  const line = paragraph(n);
  line.append(line.firstChild ? text : text.trimStart());
  stayAwake();
}

// The text fades some seconds after the last word, if the address asks for it ("hide=8").
function stayAwake() {
  document.body.classList.remove("quiet");
  clearTimeout(quietTimer);
  const seconds = number("hide", 0, 0, 3600);
  if (seconds > 0) {
    quietTimer = setTimeout(() => document.body.classList.add("quiet"), seconds * 1000);
  }
}

// Lines that are on the page already only grow, so that a reconnection is not seen.
function showLines(lines) {
  const known = new Map([...paragraphs].map(([n, element]) => [n, element.textContent]));
  const follows = lines.some((line) => known.has(line.n)) &&
    lines.every((line) => !known.has(line.n) || line.text.trimStart().startsWith(known.get(line.n)));
  if (!follows) {
    captions.replaceChildren();
    paragraphs.clear();
    known.clear();
  }
  for (const line of lines) {
    const text = line.text.trimStart();
    const rest = text.slice((known.get(line.n) ?? "").length);
    if (rest) {
      append(line.n, rest);
    }
  }
}

function receive(event) {
  const message = JSON.parse(event.data);
  if (message.type === "lines") {
    showLines(message.lines);
  } else if (message.type === "append") {
    append(message.n, message.text);
  } else if (message.type === "done") {
    paragraphs.get(message.n)?.setAttribute("data-done", "");
  }
}

function connect() {
  const source = new EventSource("events");
  source.onopen = () => { document.body.dataset.state = "connected"; };
  source.onmessage = receive;
  source.onerror = () => {
    document.body.dataset.state = "waiting";
    source.close();
    setTimeout(connect, RETRY_MS);
  };
}

applyOptions();
connect();
