// Keeps a list of lines in step with the program. Shared by the page for phones and the one for OBS.
// Written for old browsers: no modules, no newer syntax.
//
// Events are numbered. After a lost connection the program is told the last number that arrived, and sends what is
// missing. Each text says where in its line it begins, so that nothing is drawn twice. Text is only ever added to a line.
var Feed = (function () {
  "use strict";

  var PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15000];
  var SILENCE_MS = 25000; // the program sends at least a beat every 10 s
  var CHECK_MS = 5000;
  var PROBE_MS = 5000;

  // list: the element that holds the lines. kept: how many of them. longest: the longest pause between two attempts, in ms.
  // report: called with "live", "lost", "full", "over" or "invalid" when that changes.
  // drawing: called before a message is drawn.
  // drawn: called after a message was drawn, with the numbers of the lines that it completed.
  // name, afterName: turns a speaker into words, and what follows them, where speakers are wanted before their lines.
  // state: called with what the program does ("listening", "paused"), where it is wanted.
  function Feed(options) {
    this.list = options.list;
    this.kept = options.kept;
    this.longest = options.longest;
    this.report = options.report;
    this.drawing = options.drawing || function () {};
    this.drawn = options.drawn || function () {};
    this.name = options.name;
    this.afterName = options.afterName;
    this.state = options.state || function () {};
    this.viewer = Math.random().toString(36).slice(2, 12);
    this.clear();
    this.place = "";
    this.source = null;
    this.ended = false;
    this.failures = 0;
    this.said = "";
    this.timer = 0;
    this.heard = 0;
    var feed = this;
    function wake() {
      if (!document.hidden) { feed.wake(); }
    }
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("pageshow", wake);
    window.addEventListener("online", wake);
    window.setInterval(function () {
      if (feed.source && Date.now() - feed.heard > SILENCE_MS) { feed.lose(); }
    }, CHECK_MS);
  }

  Feed.prototype.clear = function () {
    this.list.textContent = "";
    this.lines = {};
    this.numbers = [];
  };

  // Connection

  Feed.prototype.connect = function () {
    var feed = this;
    window.clearTimeout(this.timer);
    this.close();
    this.heard = Date.now();
    var source = new EventSource("events?viewer=" + this.viewer + "&after=" + encodeURIComponent(this.place));
    this.source = source;
    source.onmessage = function (event) {
      if (feed.source === source) { feed.receive(event); }
    };
    source.onerror = function () {
      if (feed.source === source) { feed.lose(); }
    };
  };

  Feed.prototype.close = function () {
    if (this.source) {
      this.source.close();
      this.source = null;
    }
  };

  Feed.prototype.end = function (why) {
    this.ended = true;
    window.clearTimeout(this.timer);
    this.close();
    this.say(why);
  };

  Feed.prototype.say = function (what) {
    if (what !== this.said) {
      this.said = what;
      this.report(what);
    }
  };

  // The connection is gone, or as good as gone. A stream says nothing of the reason, so that is asked for separately.
  Feed.prototype.lose = function () {
    var feed = this;
    this.close();
    if (this.said !== "full") { this.say("lost"); }
    var pause = Math.min(PAUSES_MS[Math.min(this.failures, PAUSES_MS.length - 1)], this.longest);
    this.failures += 1;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(function () { feed.connect(); }, pause * (0.75 + Math.random() / 2));
    var probe = new XMLHttpRequest();
    probe.open("HEAD", "events");
    probe.timeout = PROBE_MS;
    probe.onload = function () {
      if (probe.status === 403) { feed.end("invalid"); }
      if (probe.status === 503 && !feed.ended) { feed.say("full"); }
    };
    probe.send();
  };

  // The phone was asleep or found its network again: a stream that looks alive may have died without an error.
  Feed.prototype.wake = function () {
    if (!this.ended && this.heard && (!this.source || Date.now() - this.heard > SILENCE_MS / 2)) {
      this.failures = 0;
      this.connect();
    }
  };

  Feed.prototype.receive = function (event) {
    var message = JSON.parse(event.data);
    this.heard = Date.now();
    this.failures = 0;
    if (message.over) {
      this.end("over");
      return;
    }
    if (message.fresh) { this.clear(); }
    if (event.lastEventId) { this.place = event.lastEventId; }
    this.say("live");
    if (message.state !== undefined) { this.state(message.state); }
    if (message.lines) {
      this.drawing();
      var done = this.draw(message.lines);
      this.trim();
      this.drawn(done, message);
    }
  };

  // Lines

  // Returns the numbers of the lines that are now complete and were not before.
  Feed.prototype.draw = function (pieces) {
    var done = [];
    for (var index = 0; index < pieces.length; index += 1) {
      var piece = pieces[index];
      var line = this.lines[piece.n];
      if (!line && piece.at === 0 && piece.text) { line = this.insert(piece.n, piece.who); }
      if (!line || piece.at > line.length) { continue; } // its beginning is older than what is kept here
      var text = piece.text.slice(line.length - piece.at);
      if (text) {
        line.element.appendChild(document.createTextNode(text));
        line.length += text.length;
      }
      if (piece.done && !line.done) {
        line.done = true;
        line.element.setAttribute("data-done", "");
        done.push(piece.n);
      }
    }
    return done;
  };

  Feed.prototype.insert = function (number, who) {
    var place = this.numbers.length;
    while (place > 0 && this.numbers[place - 1] > number) { place -= 1; }
    var next = place < this.numbers.length ? this.lines[this.numbers[place]].element : null;
    var element = document.createElement("p");
    element.dir = "auto";
    if (who && this.name) {
      var name = document.createElement("bdi"); // has no say in the direction of the line
      name.textContent = this.name(who);
      element.appendChild(name);
      element.appendChild(document.createTextNode(this.afterName));
    }
    this.list.insertBefore(element, next);
    this.numbers.splice(place, 0, number);
    var line = { element: element, length: 0, done: false };
    this.lines[number] = line;
    return line;
  };

  Feed.prototype.trim = function () {
    while (this.numbers.length > this.kept) {
      var oldest = this.numbers.shift();
      this.list.removeChild(this.lines[oldest].element);
      delete this.lines[oldest];
    }
  };

  return Feed;
})();
