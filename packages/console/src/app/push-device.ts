import type { Api } from "../api/create-api.ts";

/** Whether this browser is pushed to. */
export type PushState = "unsupported" | "blocked" | "off" | "on";

/** The document that registers the worker: scripts of this one may register none (its policy names no types). */
const registering = "/console/turn-on-push.html";
const scope = "/console/";
/** In the session's storage: what to go on with when the worker is there. */
const pendingKey = "servicechat-console-push-pending";
/** In the browser's storage: who is pushed to here. */
const personKey = "servicechat-console-push";

/** The id under which the service keeps this browser's subscription; `undefined` without one. */
async function ownId(): Promise<string | undefined> {
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (!subscription) return undefined;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, 32);
}

const isSupported = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return isSupported() ? navigator.serviceWorker.getRegistration(scope) : undefined;
}

/** How it stands, and which of the person's devices this browser is. */
export async function readPushState(
  devices: readonly { readonly id: string }[],
): Promise<{ readonly state: PushState; readonly id?: string }> {
  if (!isSupported()) return { state: "unsupported" };
  if (Notification.permission === "denied") return { state: "blocked" };
  const id = await ownId();
  return id !== undefined && devices.some((device) => device.id === id)
    ? { state: "on", id }
    : { state: "off" };
}

/**
 * Has this browser pushed to. Where the worker is not registered yet the document is left, and `goOn` goes on when it is
 * back.
 *
 * @param key the service's own, with which the browser subscribes
 * @returns `false` when it goes on in another document, or when the person does not allow it
 */
export async function turnOnPush(
  api: Api,
  { key, person }: { key: string; person: string },
): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const found = await registration();
  if (!found) {
    sessionStorage.setItem(pendingKey, "on");
    location.assign(registering);
    return false;
  }
  const options = { userVisibleOnly: true, applicationServerKey: key };
  // One that was made with another key is of no use any more.
  const subscription = await found.pushManager.subscribe(options).catch(async () => {
    await (await found.pushManager.getSubscription())?.unsubscribe();
    return found.pushManager.subscribe(options);
  });
  await send(api, subscription);
  localStorage.setItem(personKey, person);
  return true;
}

/** Whether `turnOnPush` was left for the worker's sake. It says so once. */
export function takePending(): boolean {
  const isPending = sessionStorage.getItem(pendingKey) === "on";
  sessionStorage.removeItem(pendingKey);
  return isPending;
}

/** Stops pushing to it. */
export async function turnOffPush(): Promise<void> {
  localStorage.removeItem(personKey);
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe();
}

/**
 * Ties the subscription of whoever is signed in to the session that they have now, so that it ends with that one. Somebody
 * else's is taken from this browser.
 */
export async function renewPush(api: Api, person: string): Promise<void> {
  const owner = localStorage.getItem(personKey);
  // Whoever had it before may not have signed out: what is for them does not show up in somebody else's browser.
  if (owner !== null && owner !== person) return turnOffPush();
  if (owner !== person) return;
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (subscription) await send(api, subscription);
}

async function send(api: Api, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await api.send("POST", "me/push", { body: { endpoint, keys } });
}
