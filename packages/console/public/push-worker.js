/*
 * Shows that visitors wait, also while the console is closed. What is pushed has no word of a visitor: how many wait, and
 * by their ids which agent's chat it is, if it is one.
 */
const words = {
  en: {
    one: "A visitor is waiting for a person",
    more: (count) => `${count} visitors are waiting for a person`,
    test: "Notifications arrive here",
    testText: "This is a test from ServiceChat.",
  },
  de: {
    one: "Ein Besucher wartet auf einen Menschen",
    more: (count) => `${count} Besucher warten auf einen Menschen`,
    test: "Benachrichtigungen kommen hier an",
    testText: "Das ist ein Test von ServiceChat.",
  },
};
const text = /^de\b/i.test(navigator.language) ? words.de : words.en;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? {})));

async function show({ type, waiting = 1, agent, chat }) {
  if (type === "test")
    return registration.showNotification(text.test, optionsOf({ body: text.testText, tag: "test" }));
  // Whoever looks at the console hears and sees it there.
  const open = await clients.matchAll({ type: "window" });
  if (open.some(({ visibilityState }) => visibilityState === "visible")) return;
  const title = waiting === 1 ? text.one : text.more(waiting);
  return registration.showNotification(
    title,
    optionsOf({ body: agent, tag: "waiting", renotify: true, data: { chat } }),
  );
}

const optionsOf = (options) => ({ icon: "/console/icon.svg", ...options });

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.chat));
});

/** Opens the chat in a window of the console that is there, or in a new one. */
async function open(chat) {
  const path = chat === undefined ? "/console/inbox" : `/console/inbox?chat=${encodeURIComponent(chat)}`;
  const [window] = await clients.matchAll({ type: "window" });
  if (!window) return clients.openWindow(path);
  window.postMessage({ type: "open", path });
  return window.focus();
}

/** A browser that renews its subscription by itself says so here, under the session that is still there. */
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ oldSubscription, newSubscription }) {
  const renewed =
    newSubscription ??
    (oldSubscription && (await registration.pushManager.subscribe(oldSubscription.options)));
  if (!renewed) return;
  const { endpoint, keys } = renewed.toJSON();
  await fetch("/console/api/me/push", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
}
