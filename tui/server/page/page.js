// textual.js draws the terminal once the window is loaded: its font must be there first, as it measures that.
const terminal = document.getElementById("terminal");
const hex = (byte) => byte.toString(16).padStart(2, "0");
const over = document.getElementById("over");
// The name of the tab brings a reload back to its board. A copy of the tab has another one: what it copies is empty.
const tab = sessionStorage.tab || Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");
addEventListener("pageshow", () => sessionStorage.removeItem("tab"));
addEventListener("pagehide", () => sessionStorage.setItem("tab", tab));
terminal.dataset.sessionWebsocketUrl = `${location.origin.replace(/^http/, "ws")}/ws/${tab}`;
// textual.js sends the focus and what is typed at once: before the connection is open, that has to wait.
window.WebSocket = class extends WebSocket {
  send(data) {
    if (this.readyState === WebSocket.CONNECTING) this.addEventListener("open", () => super.send(data), { once: true });
    else super.send(data);
  }
};
over.querySelector("button").onclick = () => location.reload();
new MutationObserver(() => {
  if (document.body.classList.contains("-closed") && !over.open) over.showModal();
}).observe(document.body, { attributeFilter: ["class"] });
document.fonts.load('16px "Roboto Mono"').finally(() => {
  const script = document.createElement("script");
  script.src = "/static/js/textual.js";
  script.onload = () => {
    window.onload();
    terminal.querySelector("textarea").focus(); // keys need no click
  };
  document.body.append(script);
});
