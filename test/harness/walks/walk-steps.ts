import { PassThrough } from "node:stream";
import { inspect } from "node:util";
import type { Actor } from "@servicechat/operations";
import type { AgentRecord, IdempotentTurn } from "@servicechat/storage";
import { moveChat, takeOf, heldBy, sendMessage } from "../../../packages/operations/src/handoff/move-chat.ts";
import type { OperationContext } from "../../../packages/operations/src/operation-context.ts";
import { findKeptReply } from "../../../packages/server/src/streams/reply-source.ts";
import type { ClusterNode } from "./start-node.ts";
import type { Walk } from "./walk.ts";

/** What somebody does, or what happens to the service. */
export const stepNames = [
  "say",
  "say",
  "say again",
  "ask for a person",
  "go back",
  "stop",
  "take",
  "answer",
  "hand back",
  "silence",
  "look for takes",
  "look at streams",
  "time",
  "crash",
] as const;
type StepName = (typeof stepNames)[number];

/** What the steps of one walk share. */
export interface Doing {
  readonly walk: Walk;
  readonly agent: AgentRecord;
  /** Returns another node each time. */
  readonly anyNode: () => ClusterNode;
  readonly streams: ClusterNode;
  readonly crash: () => void;
  count: number;
  /** What the visitor said last. */
  said?: string;
}

const person = { id: "opr_ada", name: "Ada" };
const actor: Actor = { kind: "operator", ...person, role: "owner", agents: null, person };

function operationsOf({ storage, coordination }: ClusterNode, walk: Walk): OperationContext {
  const chatIndex = { find: async () => ({ id: walk.sessionId }) };
  return {
    storage: { ...storage, chatIndex },
    nodeEvents: coordination.nodeEvents,
    now: () => walk.clock,
  } as unknown as OperationContext;
}

/** Starts a step. Its consequences happen in the steps that the scheduler picks. */
export function begin(name: StepName, doing: Doing): void {
  const { walk, agent, streams } = doing;
  const { sessionId, seen } = walk;
  const node = doing.anyNode();
  const text = `${name} ${doing.count++}`;
  const operations = operationsOf(node, walk);

  async function say(words: string): Promise<void> {
    const session = await node.storage.conversations.find(sessionId);
    if (!session) throw new Error("The chat is gone.");
    const turn = await node.accept({
      requestId: "request",
      bound: { key: { id: "shop1" }, agent } as never,
      posted: [{ type: "text", block: { value: words } }],
      context: undefined,
      userToken: undefined,
      replaces: undefined,
      body: Buffer.from(words),
      session: { ...session, token: "token" },
      idempotencyKey: `${sessionId} ${words}`,
      request: {} as never,
    });
    if (!seen.acknowledged.includes(words)) seen.acknowledged.push(words);
    if (turn.kind === "new") void node.replies.run(turn.job);
    if (turn.kind === "replayed") await findAgain(turn.kept);
  }

  /** Nothing is erased in a walk, so the turn has a reply, unless it cannot be heard. */
  async function findAgain(kept: IdempotentTurn): Promise<void> {
    await findKeptReply(node, kept).catch((cause: unknown) => {
      const { code } = cause as { readonly code?: string };
      if (code !== "resume_unavailable")
        walk.fault(`turn ${kept.turn}, sent again: ${code ?? inspect(cause)}`);
    });
  }

  const does: Record<StepName, () => Promise<unknown>> = {
    say: () => say((doing.said = text)),
    /** Perhaps while the first request is still being taken. */
    "say again": async () => doing.said !== undefined && say(doing.said),
    "ask for a person": () =>
      node.handoff.ask(sessionId, agent, {
        by: "visitor",
        reason: null,
        summary: null,
        email: null,
        keyId: "shop1",
      }),
    "go back": () => node.handoff.goBack(sessionId, agent),
    stop: async () => node.coordination.nodeEvents.publish({ type: "stop-replies", sessionId }),
    async take() {
      await node.writer.flush();
      await moveChat(operations, actor, sessionId, (chat) =>
        chat.holder === "person" ? heldBy(chat) : takeOf(operations, actor, chat, person),
      );
    },
    async answer() {
      await node.writer.flush();
      const said = await sendMessage(
        operations,
        { id: sessionId, agentId: agent.id } as never,
        { id: sessionId, text, key: text },
        actor,
      );
      if (!("text" in said)) return;
      seen.acknowledged.push(text);
      node.coordination.nodeEvents.publish({ type: "chat-changed", sessionId });
    },
    "hand back": () =>
      node.handoff.returning(sessionId, (answer) =>
        moveChat(operations, actor, sessionId, (chat) =>
          chat.holder === "agent" ? undefined : { to: "agent", type: "handed_back", name: "Ada", answer },
        ),
      ),
    async silence() {
      walk.clock += 3_600_000;
      await node.lookForHolders();
    },
    "look for takes": () => node.lookForTakes(),
    "look at streams": () => streams.idle.poll(),
    time: async () => walk.pass(60),
    crash: async () => doing.crash(),
  };
  // A message that was refused, or met a full queue, has not been acknowledged.
  void does[name]().catch((cause: unknown) => {
    if (!(cause instanceof Error && cause.name === "ServiceError")) walk.fault(`${name}: ${inspect(cause)}`);
  });
}

/** The hash of the token of a walk's chat. */
export const tokenHashOf = (sessionId: string): string => `hash of ${sessionId}`;

/** Follows the whole chat from its beginning, on a node that survives. Returns the body received so far. */
export function follow(walk: Walk, { idle }: ClusterNode): () => string {
  const response = new PassThrough();
  let heard = "";
  response.on("data", (chunk: Buffer) => void (heard += chunk.toString()));
  void idle.follow({ request: { method: "GET", socket: { errored: null } }, response } as never, {
    sessionId: walk.sessionId,
    tokenHash: tokenHashOf(walk.sessionId),
    keyId: "shop1",
    origin: undefined,
    isSeen: true,
    createdAt: 0,
    position: { turn: 1, epoch: 0 },
    eventId: "evt_1",
  });
  return () => heard;
}
