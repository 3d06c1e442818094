import { useEffect } from "preact/hooks";
import type { Api } from "../api/create-api.ts";
import type { ConsoleContext } from "./console-context.ts";
import type { Navigation } from "./navigation.ts";

/** Whether this browser receives push messages. */
export type PushState = "unsupported" | "blocked" | "off" | "on";

/** The document that registers the worker: scripts of this one cannot, since its policy allows no trusted types. */
const registering = "/console/turn-on-push.html";
const scope = "/console/";
/** In session storage: what to continue with once the worker is registered. */
const pendingKey = "servicechat-console-push-pending";
/** In local storage: who receives push messages here. */
const personKey = "servicechat-console-push";

/** The id of this browser's subscription at the service; `undefined` without one. */
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

/** The current state, and which of the person's devices this browser is. */
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
 * Subscribes this browser to push messages. If the worker is not registered yet, the browser leaves this document, and
 * `takePending` returns true once it is back.
 *
 * @param key the service's public key, with which the browser subscribes
 * @returns `false` if it continues in another document, or if the person denies permission
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
  // A subscription with another key has become useless.
  const subscription = await found.pushManager.subscribe(options).catch(async () => {
    await (await found.pushManager.getSubscription())?.unsubscribe();
    return found.pushManager.subscribe(options);
  });
  await send(api, subscription);
  localStorage.setItem(personKey, person);
  return true;
}

/** Whether `turnOnPush` left the document to register the worker. Returns `true` only once. */
export function takePending(): boolean {
  const isPending = sessionStorage.getItem(pendingKey) === "on";
  sessionStorage.removeItem(pendingKey);
  return isPending;
}

/** Unsubscribes this browser. */
export async function turnOffPush(): Promise<void> {
  localStorage.removeItem(personKey);
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe();
}

/**
 * Ties the person's subscription to their current session, so that it ends with it. Somebody else's subscription is
 * removed from this browser.
 */
async function renewPush(api: Api, person: string): Promise<void> {
  const owner = localStorage.getItem(personKey);
  // The previous person may not have signed out: their messages must not appear in somebody else's browser.
  if (owner !== null && owner !== person) return turnOffPush();
  if (owner !== person) return;
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (subscription) await send(api, subscription);
}

async function send(api: Api, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await api.send("POST", "me/push", { body: { endpoint, keys } });
}

/** Ties this browser's notifications to the current session. */
export function usePush({ api, me }: ConsoleContext): void {
  const person = me.value?.kind === "operator" ? me.value.id : undefined;
  useEffect(() => {
    // If this fails, the next start renews it.
    if (person !== undefined) renewPush(api, person).catch(() => undefined);
  }, [person]);
}

/**
 * Opens the chat of a clicked notification. To be called before anything is loaded: what the worker says to a page that
 * does not listen yet is lost.
 */
export function openClickedNotifications(navigation: Navigation): void {
  if (!("serviceWorker" in navigator)) return;
  type Message = MessageEvent<{ readonly type?: string; readonly path?: string }>;
  navigator.serviceWorker.addEventListener("message", ({ data }: Message) => {
    // Only the console's own worker can send this; even so, it can only open the Inbox.
    if (data.type === "open" && /^\/console\/inbox(?:\?chat=[\w%-]+)?$/.test(data.path ?? ""))
      navigation.go(data.path ?? "");
  });
}
