import { createHash } from "node:crypto";
import { ServiceError } from "@servicechat/contract";
import type { ConversationStore, KeptTurn, NewTurn, SessionRecord } from "@servicechat/storage";
import type { BoundKey } from "../visit.ts";
import { derivedToken, hashToken, randomToken } from "./session-token.ts";

/** Time for which an Idempotency-Key stands for its turn, in milliseconds. */
const keptMs = 86_400_000;

/** What a request is known by when it comes again. */
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
  readonly kept: KeptTurn;
}

interface Parts {
  readonly conversations: Pick<ConversationStore, "findKeptTurn" | "findSession">;
  readonly secret: string;
  readonly nowMs: () => number;
}

/** Requests that may come again: one with an Idempotency-Key is taken once, however often it comes. */
export function createKeptTurns({ conversations, secret, nowMs }: Parts) {
  /** Requests with an Idempotency-Key that are being taken: their twins wait for the outcome. */
  const underWay = new Map<string, Promise<unknown>>();

  /** The token of a session that a request opens, with the reply that is first in it. */
  function tokenOf({ bound: { agent }, idempotencyKey }: RepeatableRequest, replyId: string): string {
    return idempotencyKey === undefined
      ? randomToken()
      : derivedToken(secret, { agentId: agent.id, idempotencyKey, replyId });
  }

  /** Whether the request that is kept opened its session: an upload may have done so before. */
  async function hasOpened(request: RepeatableRequest, kept: KeptTurn): Promise<boolean> {
    const tokenHash = hashToken(tokenOf(request, kept.replyId));
    const always = { idleSince: 0, createdSince: 0 };
    const agentId = request.bound.agent.id;
    return (await conversations.findSession({ tokenHash, agentId, ...always })) !== undefined;
  }

  /** The turn that this request has had. @throws ServiceError `idempotency_mismatch` when another one had its key */
  async function find(request: RepeatableRequest): Promise<ReplayedTurn | undefined> {
    const { bound, body, session, idempotencyKey: key } = request;
    if (key === undefined) return undefined;
    const kept = await conversations.findKeptTurn({ agentId: bound.agent.id, key, now: nowMs() });
    if (!kept) return undefined;
    // Without its token, only the chat that this very key opened may be handed out again.
    const isOwner = session ? session.id === kept.sessionId : await hasOpened(request, kept);
    if (kept.bodyHash !== hashBody(body) || !isOwner) throw new ServiceError("idempotency_mismatch");
    return { kind: "replayed", kept, token: session?.token ?? tokenOf(request, kept.replyId) };
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

  return { find, once, tokenOf };
}

/** What is to be kept of a request with an Idempotency-Key. */
export function keptUnder(
  { bound, idempotencyKey, body }: RepeatableRequest,
  at: number,
): Pick<NewTurn, "idempotency"> {
  if (idempotencyKey === undefined) return {};
  const expiresAt = at + keptMs;
  return {
    idempotency: { agentId: bound.agent.id, key: idempotencyKey, bodyHash: hashBody(body), expiresAt },
  };
}

function hashBody(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}
