/** A bubble and an empty panel, for widgets without one: `open` fills the panel, once, when the bubble is clicked. */
export function ownBubble(open: string): string {
  return `<style>
    #bubble { position: fixed; right: 20px; bottom: 20px; width: 56px; height: 56px; border-radius: 50%; }
    #panel { position: fixed; right: 20px; bottom: 88px; width: 400px; height: 600px; }
  </style>
  <div id="panel"></div>
  <button id="bubble">Chat</button>
  <script>bubble.addEventListener("click", () => { ${open} }, { once: true });</script>`;
}
