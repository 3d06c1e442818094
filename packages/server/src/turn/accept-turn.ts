import { labelledData, type User } from "@servicechat/agent";
import { ServiceError, type PostedContext, type PostedMessage } from "@servicechat/contract";
import type { LiveReply } from "@servicechat/coordination";
import { StorageUnavailable } from "@servicechat/storage";
import type { BudgetRefusal, NewTurn, TurnRefusal } from "@servicechat/storage";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { RequestContext } from "../request-context.ts";
import type { ServerContext } from "../server-context.ts";
import { holderChange } from "../views/holder-view.ts";
import { budgetOf, type ReplyJob } from "../reply/reply-job.ts";
import { checkMessages } from "./check-messages.ts";
import { findReplaceable } from "./find-replaceable.ts";
import { createIdempotency, type RepeatableRequest, type ReplayedTurn } from "./idempotency.ts";
import type { IdentifyUser } from "./identify-user.ts";
import { createMessageLimits } from "./message-limits.ts";
import { newId } from "../new-id.ts";
import { hashToken } from "./session-token.ts";

const dayMs = 86_400_000;
/** How often a turn is tried whose chat or question others change at the same time. */
const maxAttempts = 3;
/** Seconds after which a message is worth sending again when its chat is busy. */
const busySeconds = 2;
/** Seconds after which a message is worth sending again when running replies may use all that is left of a budget. */
const crowdedSeconds = 5;

interface TurnRequest extends RepeatableRequest {
  readonly requestId: string;
  readonly posted: readonly PostedMessage[];
  readonly context: PostedContext | undefined;
  /** The site's proof of who the visitor is. Only read for a new turn: a repeated request is never refused for it. */
  readonly userToken: string | undefined;
  /** The message whose turn this one takes the place of. */
  readonly replaces: string | undefined;
  readonly request: RequestContext["request"];
}

/** A turn that was taken, now or by an earlier request with the same Idempotency-Key. */
export type AcceptedTurn =
  /** Committed: the message can no longer be lost, and its reply may be run. */
  | { readonly kind: "new"; readonly token: string; readonly job: ReplyJob }
  /** Committed, and for a person to answer: no reply runs, and `live` is its whole stream. */
  | { readonly kind: "unanswered"; readonly token: string; readonly live: LiveReply }
  | ReplayedTurn;

interface Dependencies extends Pick<
  ServerContext,
  "storage" | "coordination" | "addressOf" | "nowMs" | "log"
> {
  readonly identifyUser: IdentifyUser;
  readonly secret: string;
  /** Ends a reply whose turn may have been committed although that failed. */
  readonly disown: (replyId: string) => void;
}

/** The content of a visitor's turn, and what it answers, sends and replaces in the chat. */
type CheckedTurn = Pick<NewTurn, "messages" | "answers" | "files" | "replaces">;

/** Others changed what the turn was checked against; another attempt may succeed. */
type Overtaken = Exclude<TurnRefusal["kind"], BudgetRefusal["kind"] | "agent_removed">;

/** Takes a visitor's turn: commits it whole, or refuses it and leaves nothing behind. */
export function createTurnAcceptor(dependencies: Dependencies) {
  const { storage, coordination, identifyUser, secret, nowMs, log, disown } = dependencies;
  const { conversations } = storage;
  const allowTurn = createMessageLimits(dependencies);
  const idempotency = createIdempotency({ conversations, secret, nowMs });

  async function commit(request: TurnRequest): Promise<AcceptedTurn> {
    const user = await identify(request);
    let asking = request;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const outcome = await tryOnce(asking, user);
      if (outcome.kind === "new" || outcome.kind === "unanswered" || outcome.kind === "replayed")
        return outcome;
      // Erased while the message was on its way: it opens a new chat, as with any unknown token.
      if (outcome.kind === "session_erased") asking = { ...asking, session: undefined };
      if (outcome.kind === "idempotency_key_taken" || outcome.kind === "already_replaced") {
        const kept = await idempotency.find(asking);
        if (kept) return kept;
      }
      if (outcome.kind === "already_replaced") throw new ServiceError("not_replaceable");
      // `question_answered`, `upload_unavailable`: another request won the race. On the next attempt this one is refused or
      // becomes an ordinary message.
    }
    throw new ServiceError("session_busy", { retryAfter: busySeconds });
  }

  /** Somebody who came through a mailed link may have got it from the chat's owner, so nobody is signed in there. */
  async function identify(request: TurnRequest): Promise<User | undefined> {
    const { session } = request;
    const user = await identifyUser(request.userToken, request);
    return user && session && (await storage.visitorMail.isLinkRedeemed(session.id)) ? undefined : user;
  }

  /** One attempt. */
  async function tryOnce(
    request: TurnRequest,
    user: User | undefined,
  ): Promise<AcceptedTurn | { readonly kind: Overtaken }> {
    const { requestId, bound, session } = request;
    const checked = await checkTurn(request);
    if (checked === "already_replaced") return { kind: checked };
    const replyId = newId("rep");
    const token = session?.token ?? idempotency.tokenOf(request, replyId);
    const sessionId = session?.id ?? newId("ses");
    const context = labelContext(request.context, bound.agent.definition);
    const reserved = await coordination.turns.reserve(sessionId);
    if (!reserved) throw new ServiceError("session_busy", { retryAfter: busySeconds });
    const { turnSlot, undoCount } = await allowTurn({
      requestId,
      bound,
      sessionId,
      request: request.request,
      turnSlot: reserved,
    });

    const at = nowMs();
    const owner = { sessionId, keyId: bound.key.id, agent: bound.agent };
    const given = { ...(context !== undefined && { context }), ...(user && { user }) };
    // Before the commit, so that a twin that finds the turn also finds its stream.
    const live = coordination.replies.create(replyId);
    live.write({ type: "start", data: {} });
    const releaseTurn = () => {
      undoCount();
      live.close();
      turnSlot.leave();
    };
    const { budget } = budgetOf(bound.agent);
    const newTurn: NewTurn = {
      session: session
        ? { id: sessionId }
        : { id: sessionId, agentId: bound.agent.id, tokenHash: hashToken(token) },
      ...checked,
      replyId,
      node: coordination.nodes.id,
      keyId: bound.key.id,
      ...(bound.agent.definition.handoff?.whileWaiting === "quiet" && { isQuietWhileWaiting: true }),
      at,
      ...(budget && { budget: { ...budget, keyId: bound.key.id } }),
      ...idempotency.recordOf(request, at),
    };
    const accepted = await conversations.acceptTurn(newTurn).catch((cause: unknown) => {
      releaseTurn();
      if (cause instanceof StorageUnavailable && cause.inDoubt) disown(replyId);
      throw cause;
    });
    if (accepted.kind === "accepted" && bound.agent.definition.handoff)
      coordination.nodeEvents.publish({ type: "chat-changed", sessionId });
    if (accepted.kind === "accepted" && accepted.unanswered) {
      live.write({ type: "holder", data: holderChange(accepted.unanswered) });
      live.write({ type: "done", data: {} });
      live.close();
      turnSlot.leave();
      return { kind: "unanswered", token, live: live.reply };
    }
    if (accepted.kind === "accepted") {
      const { turn, epoch = 0 } = accepted;
      const job = { replyId, requestId, turn, epoch, ...given, ...owner, turnSlot, live };
      return { kind: "new", token, job };
    }
    releaseTurn();
    return { kind: overtakenBy(accepted.kind, request, at) };
  }

  /** Checks the visitor's messages. `already_replaced` if the message that one replaces is no longer the newest. */
  async function checkTurn({
    bound,
    session,
    posted,
    replaces,
  }: TurnRequest): Promise<CheckedTurn | "already_replaced"> {
    const chat = { agent: bound.agent.definition, sessionId: session?.id, conversations };
    const replaced = replaces === undefined ? undefined : await findReplaceable(replaces, chat);
    if (replaces !== undefined && !replaced) return "already_replaced";
    const checked = await checkMessages(posted, { ...chat, replaced, files: storage.files });
    return {
      ...checked,
      messages: checked.messages.map((message) => ({ id: newId("msg"), ...message })),
      ...(replaced && { replaces: { turn: replaced.turn, reopens: replaced.reopens } }),
    };
  }

  /** @throws ServiceError if another attempt would be refused too */
  function overtakenBy(outcome: TurnRefusal["kind"], request: TurnRequest, at: number): Overtaken {
    switch (outcome) {
      case "session_erased":
      case "question_answered":
      case "upload_unavailable":
      case "already_replaced":
      case "idempotency_key_taken":
        return outcome;
      case "agent_removed":
        throw new ServiceError("key_rejected");
      case "budget_newly_spent":
        logSpentBudget(request);
        throw budgetError(outcome, at);
      case "budget_spent":
      case "budget_reserved":
        throw budgetError(outcome, at);
    }
  }

  /** Once a day for each key, on all nodes together. */
  function logSpentBudget({ requestId, bound: { key, agent } }: TurnRequest): void {
    const ids = { requestId, keyId: key.id, agentId: agent.id };
    const { dailyOutputTokens } = agent.definition.limits;
    log.warn(
      { ...ids, dailyOutputTokens },
      "a key has used up its daily budget: until midnight UTC it is refused",
    );
  }

  /**
   * @throws ServiceError `malformed_request`, `idempotency_mismatch`, `not_replaceable`, `session_busy`, `key_busy`, `budget_used_up`,
   *   `session_messages_used_up`, `address_messages_used_up`, `user_token_rejected`
   * @throws StorageUnavailable when the turn could not be committed
   */
  return (request: TurnRequest): Promise<AcceptedTurn> => idempotency.once(request, () => commit(request));
}

function budgetError(refusal: BudgetRefusal["kind"], at: number): ServiceError {
  if (refusal === "budget_reserved") return new ServiceError("key_busy", { retryAfter: crowdedSeconds });
  return new ServiceError("budget_used_up", { retryAfter: Math.ceil((dayMs - (at % dayMs)) / 1000) });
}

/** The page's context, as a model reads it: named as data. `undefined` if there is nothing the agent may know. */
function labelContext(
  context: PostedContext | undefined,
  { pageContext }: Pick<AgentDefinition, "pageContext">,
): string | undefined {
  const { data, page } = context ?? {};
  const told = { ...(pageContext && page && readPage(page)), ...(hasFields(data) && { data }) };
  return hasFields(told) ? labelledData("the page that the visitor is on", told) : undefined;
}

function hasFields(value: object | undefined): value is object {
  return value !== undefined && Object.keys(value).length > 0;
}

/** A page's address without what may be private or secret in it: user, password, query and fragment. */
function readPage({ title = "", url = "" }: NonNullable<PostedContext["page"]>): object {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const isWeb = address?.protocol === "https:" || address?.protocol === "http:";
  return {
    ...(title.trim() !== "" && { title: title.trim() }),
    ...(isWeb && { url: `${address.origin}${address.pathname}` }),
  };
}
