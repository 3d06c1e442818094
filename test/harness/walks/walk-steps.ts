import { PassThrough } from "node:stream";
import { inspect } from "node:util";
import type { Asker } from "@servicechat/operations";
import type { AgentRecord } from "@servicechat/storage";
import { moveChat, takeOf, heldBy } from "../../../packages/operations/src/handover/move-chat.ts";
import { sayInChat } from "../../../packages/operations/src/handover/say-in-chat.ts";
import type { OperationParts } from "../../../packages/operations/src/operation-parts.ts";
import type { ClusterNode } from "./start-node.ts";
import type { Walk } from "./walk.ts";

/** What somebody does, or what befalls the service. */
export const stepNames = [
  "say",
  "say",
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

/** What the steps of one walk have in common. */
export interface Doing {
  readonly walk: Walk;
  readonly agent: AgentRecord;
  /** Another one each time. */
  readonly anyNode: () => ClusterNode;
  readonly streams: ClusterNode;
  readonly crash: () => void;
  count: number;
}

const person = { id: "opr_ada", name: "Ada" };
const asker: Asker = { kind: "operator", ...person, role: "owner", agents: null, person };

function operationsOf({ storage, coordination }: ClusterNode, walk: Walk): OperationParts {
  const chats = { find: async () => ({ id: walk.sessionId }) };
  return {
    storage: { ...storage, chats },
    nodeEvents: coordination.nodeEvents,
    now: () => walk.clock,
  } as unknown as OperationParts;
}

/** Begins a step. What comes of it happens in the steps that the scheduler picks. */
export function begin(name: StepName, doing: Doing): void {
  const { walk, agent, streams } = doing;
  const { sessionId, seen } = walk;
  const node = doing.anyNode();
  const text = `${name} ${doing.count++}`;
  const operations = operationsOf(node, walk);
  const does: Record<StepName, () => Promise<unknown>> = {
    async say() {
      const session = await node.storage.conversations.find(sessionId);
      if (!session) throw new Error("The chat is gone.");
      const turn = await node.accept({
        requestId: "request",
        bound: { key: { id: "shop1" }, agent } as never,
        posted: [{ type: "text", block: { value: text } }],
        context: undefined,
        identify: async () => undefined,
        replaces: undefined,
        body: Buffer.from(text),
        session: { ...session, token: "token" },
        idempotencyKey: undefined,
        addressOf: () => "address",
      });
      seen.acknowledged.push(text);
      if (turn.kind === "new") void node.replies.run(turn.job);
    },
    "ask for a person": () =>
      node.handover.ask(sessionId, agent, {
        by: "visitor",
        reason: null,
        summary: null,
        email: null,
        keyId: "shop1",
      }),
    "go back": () => node.handover.goBack(sessionId, agent),
    stop: async () => node.coordination.nodeEvents.publish({ type: "stop-replies", sessionId }),
    async take() {
      await node.writer.flush();
      await moveChat(operations, asker, sessionId, (chat) =>
        chat.holder === "person" ? heldBy(chat) : takeOf(operations, asker, chat, person),
      );
    },
    async answer() {
      await node.writer.flush();
      const said = await sayInChat(
        operations,
        { id: sessionId, agentId: agent.id } as never,
        { id: sessionId, text, key: text },
        asker,
      );
      if (!("text" in said)) return;
      seen.acknowledged.push(text);
      node.coordination.nodeEvents.publish({ type: "chat-changed", sessionId });
    },
    "hand back": () =>
      node.handover.returning(sessionId, (answer) =>
        moveChat(operations, asker, sessionId, (chat) =>
          chat.holder === "agent" ? undefined : { to: "agent", type: "handed_back", name: "Ada", answer },
        ),
      ),
    async silence() {
      walk.clock += 3_600_000;
      await node.lookForHolders();
    },
    "look for takes": () => node.lookForTakes(),
    "look at streams": () => streams.idle.look(),
    time: async () => walk.pass(60),
    crash: async () => doing.crash(),
  };
  // Whoever is refused, or finds the line full, has not been acknowledged.
  void does[name]().catch((cause: unknown) => {
    if (!(cause instanceof Error && cause.name === "ServiceError")) walk.fault(`${name}: ${inspect(cause)}`);
  });
}

/** Follows the whole chat from its beginning, on a node that stays. What was heard is the body so far. */
export function follow(walk: Walk, { idle }: ClusterNode): () => string {
  const response = new PassThrough();
  let heard = "";
  response.on("data", (chunk: Buffer) => void (heard += chunk.toString()));
  void idle.follow({ request: { method: "GET", socket: { errored: null } }, response } as never, {
    sessionId: walk.sessionId,
    keyId: "shop1",
    origin: undefined,
    isSeen: true,
    createdAt: 0,
    position: { turn: 1, epoch: 0 },
    eventId: "evt_1",
  });
  return () => heard;
}
