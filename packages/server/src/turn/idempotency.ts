import { createHash, createHmac, type KeyObject } from "node:crypto";
import { ServiceError, headers } from "@servicechat/contract";
import type { ConversationStore, IdempotentTurn, NewTurn, SessionRecord } from "@servicechat/storage";
import { deriveKey } from "../derive-key.ts";
import type { BoundKey, RequestContext } from "../request-context.ts";
import { derivedToken, hashToken, randomToken } from "./session-token.ts";
import { readHeader } from "../request/read-header.ts";
import { malformed } from "../request/malformed.ts";

/** How long an Idempotency-Key identifies its turn, in milliseconds. */
const keptMs = 86_400_000;

/** Identifies a request when it is repeated. */
export interface RepeatableRequest {
  readonly bound: BoundKey;
  /** The body as it came, for telling a repeated request from a different one. */
  readonly body: Uint8Array;
  /** The session behind the presented token, with that token. */
  readonly session: (SessionRecord & { readonly token: string }) | undefined;
  readonly idempotencyKey: string | undefined;
}

/** The turn of a request that came before. */
export interface ReplayedTurn {
  readonly kind: "replayed";
  readonly token: string;
  readonly kept: IdempotentTurn;
}

interface Dependencies {
  readonly conversations: Pick<ConversationStore, "findIdempotentTurn" | "findSession">;
  readonly secret: string;
  readonly nowMs: () => number;
}

/** Requests that may come again: one with an Idempotency-Key is taken once, however often it comes. */
export function createIdempotency({ conversations, secret, nowMs }: Dependencies) {
  /** Requests with an Idempotency-Key that are being taken: their twins wait for the outcome. */
  const underWay = new Map<string, Promise<unknown>>();

  const tokens = deriveKey(secret, "session-token");
  const hashing = deriveKey(secret, "idempotency-key");

  /** The token of a session that a request opens, with the reply that is first in it. */
  function tokenOf({ bound: { agent }, idempotencyKey }: RepeatableRequest, replyId: string): string {
    return idempotencyKey === undefined
      ? randomToken()
      : derivedToken(tokens, { agentId: agent.id, idempotencyKey, replyId });
  }

  /**
   * The token of the session that the first request opened; `undefined` when it opened none: an upload may have done so
   * before.
   */
  async function openedToken(
    bound: BoundKey,
    idempotencyKey: string,
    { replyId }: IdempotentTurn,
  ): Promise<string | undefined> {
    const agentId = bound.agent.id;
    const token = derivedToken(tokens, { agentId, idempotencyKey, replyId });
    const query = { tokenHash: hashToken(token), agentId, idleSince: 0, createdSince: 0 };
    return (await conversations.findSession(query)) && token;
  }

  /** The name under which a request is stored. */
  function nameOf(agentId: string, idempotencyKey: string) {
    return { agentId, key: hashIdempotencyKey(hashing, agentId, idempotencyKey) };
  }

  /** The turn that this request has had. @throws ServiceError `idempotency_mismatch` when another one had its key */
  async function find(request: RepeatableRequest): Promise<ReplayedTurn | undefined> {
    const { bound, body, session, idempotencyKey } = request;
    if (idempotencyKey === undefined) return undefined;
    const name = nameOf(bound.agent.id, idempotencyKey);
    const kept = await conversations.findIdempotentTurn({ ...name, now: nowMs() });
    if (!kept) return undefined;
    if (kept.bodyHash !== hashBody(body)) throw new ServiceError("idempotency_mismatch");
    // Without its token, only the chat that this very key opened may be handed out again.
    const presented = session?.id === kept.sessionId ? session.token : undefined;
    const token = session ? presented : await openedToken(bound, idempotencyKey, kept);
    if (token === undefined) throw new ServiceError("idempotency_mismatch");
    return { kind: "replayed", kept, token };
  }

  /** The record of a request with an Idempotency-Key. */
  function recordOf(
    { bound, idempotencyKey, body }: RepeatableRequest,
    at: number,
  ): Pick<NewTurn, "idempotency"> {
    if (idempotencyKey === undefined) return {};
    const name = nameOf(bound.agent.id, idempotencyKey);
    return { idempotency: { ...name, bodyHash: hashBody(body), expiresAt: at + keptMs } };
  }

  /** Has a request taken, unless it was before. Twins that come at the same time come one after the other. */
  async function once<Taken>(
    request: RepeatableRequest,
    take: () => Promise<Taken>,
  ): Promise<Taken | ReplayedTurn> {
    const { bound, idempotencyKey } = request;
    if (idempotencyKey === undefined) return take();
    const slot = `${bound.agent.id} ${idempotencyKey}`;
    while (underWay.has(slot)) await underWay.get(slot)?.catch(() => undefined);
    const work = find(request).then<Taken | ReplayedTurn>((kept) => kept ?? take());
    underWay.set(slot, work);
    try {
      return await work;
    } finally {
      underWay.delete(slot);
    }
  }

  return { find, once, tokenOf, recordOf };
}

function hashBody(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}

/**
 * The stored form of an Idempotency-Key. The key itself is a credential, since repeating the request returns the token
 * of the chat that it opened. Operators' messages have keys in the same table, in another form.
 */
export function hashIdempotencyKey(hashing: KeyObject, agentId: string, idempotencyKey: string): string {
  const mac = createHmac("sha256", hashing).update(`${agentId}\0${idempotencyKey}`).digest("base64url");
  return `hmac ${mac}`;
}

/** Fewer different characters in a key indicate that it is not random: 32 hexadecimal digits never have so few. */
const minDifferent = 8;

/**
 * The Idempotency-Key of a request. At least 128 bits, however they are written: session tokens are derived from it.
 *
 * @throws ServiceError `malformed_request` for one that could be guessed
 */
export function readIdempotencyKey({ request }: Pick<RequestContext, "request">): string | undefined {
  const key = readHeader(request, headers.idempotencyKey);
  if (key === undefined) return undefined;
  if (/^[\x21-\x7e]{22,200}$/.test(key) && new Set(key).size >= minDifferent) return key;
  throw malformed(
    `${headers.idempotencyKey}: must be 22 to 200 printable characters without spaces, at least ${minDifferent} of them different and all ` +
      "drawn at random, such as a UUID from crypto.randomUUID()",
  );
}
