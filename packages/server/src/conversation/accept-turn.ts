import { createHash } from "node:crypto";
import type { PostedMessage } from "@servicechat/contract";
import { ServiceError } from "@servicechat/contract";
import type { Coordination, LiveReplyWriter } from "@servicechat/coordination";
import type { KeptTurn, SessionRecord, Storage } from "@servicechat/storage";
import type { BoundKey } from "../visit.ts";
import { checkMessages } from "./check-messages.ts";
import { newId } from "./new-id.ts";
import type { ReplyJob } from "./run-replies.ts";
import { derivedToken, hashToken, randomToken } from "./session-token.ts";

/** Time for which an Idempotency-Key stands for its turn, in milliseconds. */
const idempotencyMs = 86_400_000;

export interface TurnRequest {
  readonly bound: BoundKey;
  readonly posted: readonly PostedMessage[];
  /** The body as it came, for telling a repeated request from a different one. */
  readonly body: Uint8Array;
  /** The session behind the presented token, with that token. */
  readonly session: (SessionRecord & { readonly token: string }) | undefined;
  readonly idempotencyKey: string | undefined;
}

export type AcceptedTurn =
  /** Committed: the message cannot be lost any more. */
  | { readonly kind: "new"; readonly token: string; readonly job: ReplyJob }
  /** The same request came before. */
  | { readonly kind: "replayed"; readonly token: string; readonly kept: KeptTurn };

interface Parts {
  readonly storage: Storage;
  readonly coordination: Coordination;
  readonly secret: string;
  readonly nowMs: () => number;
}

/** Takes a visitor's turn: commits it whole, or refuses it and leaves nothing behind. */
export function createTurnAcceptor({ storage, coordination, secret, nowMs }: Parts) {
  const { conversations } = storage;
  /** Requests with an Idempotency-Key that are being committed: their twins wait for the outcome. */
  const underWay = new Map<string, Promise<unknown>>();

  async function findKept(request: TurnRequest, key: string): Promise<AcceptedTurn | undefined> {
    const { bound, session } = request;
    const kept = await conversations.findKeptTurn({ agentId: bound.agent.id, key, now: nowMs() });
    if (!kept) return undefined;
    // Without its token, only the chat that this very key opened may be handed out again.
    const isOwner = session ? session.id === kept.sessionId : kept.openedSession;
    if (kept.bodyHash !== hashBody(request.body) || !isOwner) throw new ServiceError("idempotency_mismatch");
    return { kind: "replayed", kept, token: session?.token ?? derivedToken(secret, bound.agent.id, key) };
  }

  async function commit(request: TurnRequest): Promise<AcceptedTurn> {
    const { bound, session, idempotencyKey } = request;
    const checked = await checkMessages(request.posted, {
      agent: bound.agent.definition,
      sessionId: session?.id,
      conversations,
    });
    const token = session?.token ?? newToken(bound, idempotencyKey);
    const sessionId = session?.id ?? newId("ses");
    const place = await coordination.turns.reserve(sessionId);
    if (!place) throw new ServiceError("session_busy", { retryAfter: 2 });

    const replyId = newId("rep");
    // Before the commit, so that a twin that finds the turn also finds its stream.
    const live = coordination.replies.create(replyId);
    live.write({ type: "start", data: {} });
    const giveBack = () => release(live, place);
    try {
      const accepted = await conversations.acceptTurn({
        session: session
          ? { id: sessionId }
          : { id: sessionId, agentId: bound.agent.id, tokenHash: hashToken(token) },
        messages: checked.messages.map((message) => ({ id: newId("msg"), ...message })),
        replyId,
        answers: checked.answers,
        at: nowMs(),
        ...(idempotencyKey !== undefined && {
          idempotency: {
            agentId: bound.agent.id,
            key: idempotencyKey,
            bodyHash: hashBody(request.body),
            expiresAt: nowMs() + idempotencyMs,
          },
        }),
      });
      if (typeof accepted === "object") {
        const { turn } = accepted;
        const job = { replyId, sessionId, turn, keyId: bound.key.id, agent: bound.agent, place, live };
        return { kind: "new", token, job };
      }
      giveBack();
      // Erased while the message was on its way: it opens a new chat, as with any unknown token.
      if (accepted === "gone") return await commit({ ...request, session: undefined });
    } catch (thrown) {
      giveBack();
      throw thrown;
    }
    const kept = idempotencyKey === undefined ? undefined : await findKept(request, idempotencyKey);
    if (!kept)
      throw new ServiceError("internal", { cause: new Error("a taken idempotency key was not found") });
    return kept;
  }

  function newToken(bound: BoundKey, idempotencyKey: string | undefined): string {
    return idempotencyKey === undefined
      ? randomToken()
      : derivedToken(secret, bound.agent.id, idempotencyKey);
  }

  /**
   * @throws ServiceError `malformed_request`, `idempotency_mismatch`, `session_busy`
   * @throws StorageUnavailable when the turn could not be committed
   */
  return async function acceptTurn(request: TurnRequest): Promise<AcceptedTurn> {
    const { idempotencyKey } = request;
    if (idempotencyKey === undefined) return commit(request);
    const slot = `${request.bound.agent.id} ${idempotencyKey}`;
    while (underWay.has(slot)) await underWay.get(slot)?.catch(() => undefined);
    const work = findKept(request, idempotencyKey).then((kept) => kept ?? commit(request));
    underWay.set(slot, work);
    try {
      return await work;
    } finally {
      underWay.delete(slot);
    }
  };
}

function release(live: LiveReplyWriter, place: { leave(): void }): void {
  live.close();
  place.leave();
}

function hashBody(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}
