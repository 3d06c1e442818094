/*
 * Shows that visitors are waiting or have left an address, even while the console is closed. A push message contains no words of
 * a visitor: only how many there are and, if it is one, the ids of the agent and the chat.
 */
const words = {
  en: {
    one: "A visitor is waiting for a person",
    more: (count) => `${count} visitors are waiting for a person`,
    oneAddress: "A visitor has left an email address",
    moreAddresses: (count) => `${count} visitors have left an email address`,
    test: "Notifications arrive here",
    testText: "This is a test from ServiceChat.",
  },
  de: {
    one: "Ein Besucher wartet auf einen Menschen",
    more: (count) => `${count} Besucher warten auf einen Menschen`,
    oneAddress: "Ein Besucher hat eine E-Mail-Adresse hinterlassen",
    moreAddresses: (count) => `${count} Besucher haben eine E-Mail-Adresse hinterlassen`,
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
  // Anyone who is looking at the console sees and hears it there.
  const open = await clients.matchAll({ type: "window" });
  if (open.some(({ visibilityState }) => visibilityState === "visible")) return;
  const isAddress = type === "address";
  const one = isAddress ? text.oneAddress : text.one;
  const more = isAddress ? text.moreAddresses : text.more;
  return registration.showNotification(
    waiting === 1 ? one : more(waiting),
    optionsOf({ body: agent, tag: isAddress ? "address" : "waiting", renotify: true, data: { chat } }),
  );
}

const optionsOf = (options) => ({ icon: "/console/icon.svg", ...options });

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.chat));
});

/** Opens the chat in an existing console window, or in a new one. */
async function open(chat) {
  const path = chat === undefined ? "/console/inbox" : `/console/inbox?chat=${encodeURIComponent(chat)}`;
  const [window] = await clients.matchAll({ type: "window" });
  if (!window) return clients.openWindow(path);
  window.postMessage({ type: "open", path });
  return window.focus();
}

/** If the browser renews its subscription, this registers the new one under the existing session. */
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
