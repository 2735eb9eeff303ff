// The page for phones: what its user sees and chooses. The lines themselves come from feed.js.
(function () {
  "use strict";

  var SIZES = [16, 18, 20, 24, 28, 32, 40, 48, 60, 72, 96];
  var COLOURS = ["auto", "light", "dark", "contrast", "yellow"];
  var SIDES = ["you", "computer"]; // what is spoken into the microphone, and what the computer plays
  var KEPT_LINES = 10000;
  var LONGEST_PAUSE_MS = 15000;
  var SPOKEN_LINES = 3; // for a screen reader; what was missed meanwhile is not read out all at once

  function find(id) { return document.getElementById(id); }
  var scroller = find("scroller");
  var root = document.documentElement;

  // Words

  function language() {
    var wanted = navigator.languages || [navigator.language || "en"];
    for (var index = 0; index < wanted.length; index += 1) {
      var name = String(wanted[index]).toLowerCase();
      if (/^zh/.test(name)) { return /hant|tw|hk|mo/.test(name) ? "zh-Hant" : "zh-Hans"; }
      if (/^en/.test(name)) { return "en"; }
    }
    return "en";
  }

  var chosen = language();
  var words = WORDS[chosen];

  function translate() {
    root.lang = chosen;
    document.title = words.title;
    var elements = document.querySelectorAll("[data-words]");
    for (var index = 0; index < elements.length; index += 1) {
      elements[index].textContent = words[elements[index].getAttribute("data-words")];
    }
    var named = document.querySelectorAll("[data-name]");
    for (index = 0; index < named.length; index += 1) {
      named[index].setAttribute("aria-label", words[named[index].getAttribute("data-name")]);
    }
    find("open").setAttribute("aria-label", words.appearance);
    scroller.setAttribute("aria-label", words.title);
  }

  // What the user chose is kept in this browser, where it lets us.

  function recall(name) {
    try { return localStorage.getItem("captions." + name); } catch (_refused) { return null; }
  }

  function keep(name, value) {
    try { localStorage.setItem("captions." + name, value); } catch (_refused) { /* a private window */ }
  }

  // The newest line stays in view unless the user has scrolled away from it.

  var following = true;
  var seenAt = 0;

  function follow() {
    if (following) {
      scroller.scrollTop = scroller.scrollHeight;
      seenAt = scroller.scrollTop;
    }
  }

  // The browser reports scrolling a moment late, so new text must not rely on it: it would pull back who has just left.
  function look() {
    if (scroller.scrollTop === seenAt) { return; }
    seenAt = scroller.scrollTop;
    following = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 48;
    if (following) { find("newest").hidden = true; }
  }

  function jump() {
    following = true;
    find("newest").hidden = true;
    follow();
  }

  scroller.addEventListener("scroll", function () {
    look();
    if (scroller.scrollTop < 200 && !following) { loadEarlier(); }
  });
  window.addEventListener("resize", follow);
  find("newest").addEventListener("click", jump);

  // Appearance

  var size = SIZES.indexOf(Number(recall("size")));
  if (size < 0) { size = SIZES.indexOf(Math.min(window.innerWidth, window.innerHeight) < 600 ? 24 : 32); }

  function showSize() {
    find("captions").style.fontSize = SIZES[size] + "px";
    find("smaller").disabled = size === 0;
    find("larger").disabled = size === SIZES.length - 1;
    follow();
  }

  function changeSize(step) {
    size = Math.max(0, Math.min(SIZES.length - 1, size + step));
    keep("size", SIZES[size]);
    showSize();
  }

  find("smaller").addEventListener("click", function () { changeSize(-1); });
  find("larger").addEventListener("click", function () { changeSize(1); });

  function showColours(name) {
    root.className = name;
    document.querySelector("input[value=" + name + "]").checked = true;
  }

  find("panel").addEventListener("change", function (event) {
    if (event.target.name === "colours") {
      keep("colours", event.target.value);
      showColours(event.target.value);
    }
  });

  find("open").addEventListener("click", function () {
    var opened = find("panel").hidden;
    find("panel").hidden = !opened;
    find("open").setAttribute("aria-expanded", String(opened));
    follow();
  });

  // Keeping the screen on. Browsers offer that to secure pages only, and this one comes over plain HTTP: then a silent
  // video plays, which keeps many phones awake.

  var lock = null;
  var video = null;

  function playVideo() {
    if (!video) {
      video = document.createElement("video");
      video.setAttribute("playsinline", "");
      video.setAttribute("aria-hidden", "true");
      video.className = "unseen";
      video.src = "awake.mp4";
      video.addEventListener("timeupdate", function () {
        if (video.currentTime > 2) { video.currentTime = Math.random(); } // a loop would let some phones sleep
      });
      document.body.appendChild(video);
    }
    var playing = video.play();
    if (playing && playing.catch) { playing.catch(function () { /* allowed only after a touch: the next one tries again */ }); }
  }

  function holdAwake() {
    if (!find("awake").checked || document.hidden) { return; }
    if (navigator.wakeLock) {
      navigator.wakeLock.request("screen").then(function (held) { lock = held; }, function () { playVideo(); });
    } else {
      playVideo();
    }
  }

  function letSleep() {
    if (lock) { lock.release(); }
    lock = null;
    if (video) { video.pause(); }
  }

  find("awake").addEventListener("change", function () {
    var on = find("awake").checked;
    keep("awake", on ? "on" : "off");
    find("awake-hint").hidden = !on || Boolean(navigator.wakeLock);
    if (on) { holdAwake(); } else { letSleep(); }
  });
  document.addEventListener("visibilitychange", holdAwake);
  document.addEventListener("click", function () {
    if (video && video.paused) { holdAwake(); }
  });

  // Lines

  var report = "connecting";
  var state = "";
  var wasLost = false;

  function showStatus() {
    var text = report === "live" ? (state === "paused" ? words.paused : words.title) : words[report];
    if (find("status").textContent !== text) { find("status").textContent = text; }
    document.body.setAttribute("data-state", report);
    document.body.setAttribute("data-program", state);
    find("waiting").hidden = report !== "live" || state === "paused" || feed.numbers.length > 0;
  }

  // Finished lines are read out, one after the other; words that are still growing are not.
  function speak(text) {
    var line = document.createElement("p");
    line.textContent = text;
    find("spoken").appendChild(line);
    while (find("spoken").childNodes.length > SPOKEN_LINES) { find("spoken").removeChild(find("spoken").firstChild); }
  }

  var feed = new Feed({
    list: find("captions"),
    kept: KEPT_LINES,
    longest: LONGEST_PAUSE_MS,
    report: function (what) {
      report = what;
      if (what === "live" && wasLost) { speak(words.back); }
      wasLost = what === "lost";
      showStatus();
    },
    name: function (who) { return SIDES.indexOf(who) < 0 ? who : words["side_" + who]; },
    afterName: words.after_name,
    state: function (what) {
      state = what;
      showStatus();
    },
    drawing: look,
    drawn: function (done, message) {
      if (message.fresh) { find("earlier").hidden = !message.earlier; }
      if (!message.fresh && done.length <= SPOKEN_LINES) {
        for (var index = 0; index < done.length; index += 1) {
          if (feed.lines[done[index]]) { speak(feed.lines[done[index]].element.textContent); }
        }
      }
      if (message.lines.length && !following) { find("newest").hidden = false; }
      showStatus();
      follow();
    }
  });

  var loading = false;

  function loadEarlier() {
    if (loading || find("earlier").hidden || !feed.numbers.length) { return; }
    loading = true;
    var request = new XMLHttpRequest();
    request.open("GET", "earlier?before=" + feed.numbers[0]);
    request.onload = function () {
      if (request.status !== 200) { return; }
      var answer = JSON.parse(request.responseText);
      var below = scroller.scrollHeight - scroller.scrollTop;
      feed.draw(answer.lines);
      find("earlier").hidden = !answer.more || feed.numbers.length >= KEPT_LINES;
      scroller.scrollTop = scroller.scrollHeight - below;
    };
    request.onloadend = function () { loading = false; };
    request.send();
  }

  find("earlier").addEventListener("click", loadEarlier);

  translate();
  showSize();
  showColours(COLOURS.indexOf(recall("colours")) < 0 ? "auto" : recall("colours"));
  find("awake").checked = recall("awake") === "on";
  if (find("awake").checked) { find("awake").dispatchEvent(new Event("change", { bubbles: true })); }
  if (window.EventSource) {
    showStatus();
    feed.connect();
  } else {
    report = "old";
    showStatus();
  }
})();
