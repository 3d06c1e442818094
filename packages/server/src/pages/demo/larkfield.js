// The page's own buttons open the chat. Presses before the launcher has loaded wait in its queue.
window.ServiceChat ??= { q: [], open: () => window.ServiceChat.q.push(["open"]) };

for (const button of document.querySelectorAll("[data-open-chat]")) {
  button.addEventListener("click", () => window.ServiceChat?.open());
}
