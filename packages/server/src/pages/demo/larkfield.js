// The page's own buttons open the chat. Presses before the launcher has loaded wait in its queue.
window.ServiceChat ??= { q: [], open: () => window.ServiceChat.q.push(["open"]) };

for (const opener of document.querySelectorAll('[data-open-chat], a[href="#chat"]')) {
  opener.addEventListener("click", (event) => {
    event.preventDefault();
    window.ServiceChat?.open();
  });
}

// Somebody who has chosen another agent wants to talk to it. The fragment is removed, so that a reload opens nothing.
if (location.hash === "#chat") {
  history.replaceState(history.state, "", location.pathname);
  window.ServiceChat.open();
}
