// textual.js draws the terminal once the window is loaded: its font must be there first, as it measures that.
const terminal = document.getElementById("terminal");
const over = document.getElementById("over");
terminal.dataset.sessionWebsocketUrl = location.origin.replace(/^http/, "ws") + "/ws";
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
