// textual.js draws the terminal once the window is loaded: its font must be there first, as it measures that.
const terminal = document.getElementById("terminal");
const hex = (byte) => byte.toString(16).padStart(2, "0");
const over = document.getElementById("over");
const isTouch = matchMedia("(pointer: coarse)").matches;
// Nine cells of 44 pixels need 396: a phone a little narrower than that shows the page a little smaller.
const viewport = document.querySelector("meta[name=viewport]");
const usual = viewport.content;
const portrait = matchMedia("(orientation: portrait)");
const fit = () => {
  const width = Math.min(screen.width, screen.height);
  viewport.content = isTouch && portrait.matches && width >= 380 && width < 396 ? "width=396, viewport-fit=cover" : usual;
};
portrait.addEventListener("change", fit);
fit();
const isLight = matchMedia("(prefers-color-scheme: light)").matches;
// The name of the tab brings a reload back to its board. A copy of the tab has another one: what it copies is empty.
const tab = sessionStorage.tab || Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");
addEventListener("pageshow", () => sessionStorage.removeItem("tab"));
addEventListener("pagehide", () => sessionStorage.setItem("tab", tab));
terminal.dataset.sessionWebsocketUrl = `${location.origin.replace(/^http/, "ws")}/ws/${tab}`;
if (innerWidth < 500) terminal.dataset.fontSize = 13; // 50 columns on a phone
// textual.js sends the focus and what is typed at once: before the connection is open that has to wait, and once it is
// closed there is nobody to send it to. Messages of text that it does not know are for the board.
let socket;
window.WebSocket = class extends WebSocket {
  constructor(address) {
    super(address);
    socket = this;
    this.addEventListener("message", ({ data }) => {
      const [kind, news] = typeof data === "string" ? JSON.parse(data) : [];
      if (kind === "board") BoardPage.take(news);
    });
    BoardPage.connected((message) => this.send(JSON.stringify(message)));
  }
  send(data) {
    if (isLight) data = data.replace(/(]11;rgb:)[0-9a-f/]+/, "$1ffff/ffff/ffff"); // the ground of the page, not xterm's
    if (this.readyState === WebSocket.CONNECTING) this.addEventListener("open", () => super.send(data), { once: true });
    else if (this.readyState === WebSocket.OPEN) super.send(data);
  }
};
// A click on a key leaves the focus where it is: what is typed still goes to the terminal.
addEventListener("mousedown", (event) => event.target.closest("button") && !event.target.closest("dialog") && event.preventDefault());
for (const key of document.querySelectorAll("#keys [data-types]"))
  key.onclick = () => socket?.send(JSON.stringify(["stdin", key.dataset.types]));
document.body.classList.toggle("-touch", isTouch);
over.querySelector("button").onclick = () => location.reload();
new MutationObserver(() => {
  if (document.body.classList.contains("-closed") && !over.open) over.showModal();
}).observe(document.body, { attributeFilter: ["class"] });
document.fonts.load('16px "Roboto Mono"').finally(() => {
  const script = document.createElement("script");
  script.src = "/static/js/textual.js";
  script.onload = () => {
    const begin = window.onload;
    window.onload = null; // which may still be to come
    begin();
    const line = terminal.querySelector("textarea");
    const keyboard = document.getElementById("keyboard");
    if (isTouch) line.inputMode = "none"; // a tap on the terminal brings up no keyboard, but its key does
    else line.focus(); // keys need no click
    keyboard.onclick = () => {
      const isUp = line.inputMode === "none";
      line.inputMode = isUp ? "text" : "none";
      keyboard.ariaPressed = isUp;
      line.blur();
      line.focus();
    };
  };
  document.body.append(script);
});
