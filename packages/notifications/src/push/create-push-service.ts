import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { createAddressRule, OutboundError } from "@servicechat/outbound";
import type { Outbound } from "@servicechat/outbound";
import type { PushSubscriptionRecord, Storage } from "@servicechat/storage";
import type { SecretBox } from "../secret-box.ts";
import type { TestedWebhook } from "../webhooks/create-webhook-sender.ts";
import { encryptPush, createVapidKeys, readVapidKeys, vapidHeader } from "./web-push.ts";
import type { PushKeys, VapidKeys } from "./web-push.ts";

/** A browser's subscription. Its address is a secret: anyone who has it can push to the browser. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: PushKeys;
}

/** The content of a push message, without any words of a visitor. */
export type PushMessage =
  | { readonly type: "test" }
  | {
      /** `address`: they left an address and wait for an answer. */
      readonly type: "waiting" | "address";
      readonly waiting: number;
      /** Id of the agent, and of the chat, where only one waits. */
      readonly agent?: string;
      readonly chat?: string;
    };

/** Pushes to browsers. */
export interface PushService {
  /** The key with which browsers subscribe. */
  publicKey(): Promise<string>;
  /** The issue with the address of a push service, which the browser chose; it follows the field's name. */
  endpointIssue(endpoint: string): string | undefined;
  /** The id of a subscription, and its stored form. @throws Error if its keys are invalid */
  seal(subscription: BrowserSubscription): { readonly id: string; readonly sealed: string };
  /** Pushes once. A subscription that has ended is removed. */
  send(to: PushSubscriptionRecord, message: PushMessage): Promise<TestedWebhook>;
}

/** Its dependencies. */
export interface PushServiceDependencies {
  readonly storage: Pick<Storage, "push" | "keyValues">;
  /** Reaches public addresses only, whatever networks tools may reach: the browser says where its push service is. */
  readonly outbound: Pick<Outbound, "request">;
  readonly box: SecretBox;
  /** Where a push service may report problems: an address that begins with `https:` or `mailto:`. */
  readonly contact: string;
  readonly now: () => number;
}

/** Name of the stored value that holds the keys, and the context that they are sealed for. */
const [keyName, keyContext] = ["push:keys", "push-keys"];
const requestMs = 15_000;
const maxAnswerBytes = 64 * 1024;
/** The visible part of a response to a test. In UTF-16 units. */
const shownAnswer = 2_000;
/**
 * How long a push service stores a message for a browser that is offline, in seconds. While a visitor waits, the next
 * message follows in a minute; an address is pushed only once.
 */
const ttlSeconds = { test: 120, waiting: 120, address: 86_400 } as const;

/** Shown for every failure: it must not reveal anything about the network that the service is in. */
const unreachable = "the push service could not be reached at a public address";

const isPublic = createAddressRule([]);

/** Creates the service. Its key pair is created on first use, and is the same on all nodes from then on. */
export function createPushService({
  storage,
  outbound,
  box,
  contact,
  now,
}: PushServiceDependencies): PushService {
  let known: Promise<VapidKeys> | undefined;

  async function readKeys(): Promise<VapidKeys> {
    const kept = await storage.keyValues.keep(keyName, box.seal(createVapidKeys(), keyContext));
    try {
      return readVapidKeys(box.open(kept, keyContext));
    } catch {
      // The service's own secret has changed. Subscriptions with the old pair cannot be read either.
      const anew = createVapidKeys();
      await storage.keyValues.save(keyName, box.seal(anew, keyContext));
      return readVapidKeys(anew);
    }
  }

  function keys(): Promise<VapidKeys> {
    known ??= readKeys().catch((cause: unknown) => {
      known = undefined;
      throw cause;
    });
    return known;
  }

  async function push(
    { endpoint, keys: theirs }: BrowserSubscription,
    message: PushMessage,
  ): Promise<{ readonly status: number; readonly body: string }> {
    const answer = await outbound.request({
      url: endpoint,
      method: "POST",
      headers: {
        authorization: vapidHeader(await keys(), { endpoint, contact, now: now() }),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(ttlSeconds[message.type]),
        urgency: message.type === "address" ? "normal" : "high",
        // A message that a browser has not received yet is replaced.
        topic: message.type,
      },
      body: encryptPush(JSON.stringify(message), theirs),
      timeoutMs: requestMs,
      maxBytes: maxAnswerBytes,
      maxRedirects: 0,
    });
    return { status: answer.status, body: new TextDecoder().decode(answer.body).slice(0, shownAnswer) };
  }

  return {
    publicKey: async () => (await keys()).publicKey,

    endpointIssue(endpoint) {
      const url = URL.parse(endpoint);
      if (url?.protocol !== "https:" || url.username !== "" || url.password !== "")
        return "must be an address that begins with https://, without user and password";
      const host = url.hostname.replace(/^\[|\]$|\.$/g, "");
      // Names are looked up and checked at each push.
      return isIP(host) === 0 || isPublic(host) ? undefined : "leads to an address inside the network";
    },

    seal(subscription) {
      encryptPush("", subscription.keys);
      const id = createHash("sha256").update(subscription.endpoint).digest("hex").slice(0, 32);
      return { id, sealed: box.seal(JSON.stringify(subscription), id) };
    },

    async send({ id, sealed }, message) {
      let subscription: BrowserSubscription;
      try {
        subscription = JSON.parse(box.open(sealed, id));
      } catch {
        await storage.push.remove({ id });
        return { error: "The service's own secret has changed. Turn notifications on again." };
      }
      const startedAt = performance.now();
      try {
        const { status, body } = await push(subscription, message);
        if (status === 404 || status === 410) await storage.push.remove({ id });
        else if (status < 300) await storage.push.used(id, now());
        return { status, ms: Math.round(performance.now() - startedAt), body };
      } catch (error) {
        if (error instanceof OutboundError) return { error: unreachable };
        throw error;
      }
    },
  };
}
