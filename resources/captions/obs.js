// The page for OBS: what its address asks for. The lines themselves come from feed.js.
"use strict";

const KEPT_LINES = 20;
const LONGEST_PAUSE_MS = 2000;

const captions = document.getElementById("captions");
const options = new URLSearchParams(location.search);
const root = document.documentElement.style;
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

// The text fades some seconds after the last word, if the address asks for it ("hide=8").
function stayAwake() {
  document.body.classList.remove("quiet");
  clearTimeout(quietTimer);
  const seconds = number("hide", 0, 0, 3600);
  if (seconds > 0) {
    quietTimer = setTimeout(() => document.body.classList.add("quiet"), seconds * 1000);
  }
}

applyOptions();
new Feed({
  list: captions,
  kept: KEPT_LINES,
  longest: LONGEST_PAUSE_MS,
  report: (what) => { document.body.dataset.state = what; },
  drawn: stayAwake,
}).connect();
