import { agentFileSchema } from "@servicechat/contract/agent-file";
import type { AgentRecord, ChatInHand, HeldChat, OperatorRecord } from "@servicechat/storage";
import { expect, test } from "vitest";
import { enforceHandoffTimeouts } from "../src/handoff/enforce-handoff-timeouts.ts";

const minute = 60_000;
const now = 100 * minute;

const held = (sessionId: string, values: Partial<ChatInHand> = {}): ChatInHand => ({
  sessionId,
  agentId: "shop",
  holder: "person",
  operator: { id: "opr_ada", name: "Ada" },
  epoch: 1,
  since: 0,
  personAt: 0,
  isSnoozed: false,
  ...values,
});

/** Looks once at these chats, each of which is by then as `values` say. Returns the moves made, and why it failed. */
async function lookAt(
  inHand: readonly ChatInHand[],
  {
    handoff = {},
    values = {},
  }: { readonly handoff?: object | undefined; readonly values?: Partial<HeldChat> },
) {
  const model = { provider: "extractive" };
  const definition = agentFileSchema.parse({ id: "shop", name: "Shop", model, handoff });
  const moves: unknown[] = [];
  let places: ReadonlyMap<string, number> = new Map();
  let failure: unknown;
  await enforceHandoffTimeouts({
    storage: {
      handoffs: { listInHand: async () => inHand },
      agents: {
        async find(id: string) {
          if (id === "broken") throw new Error("its file cannot be read");
          return { id, definition } as AgentRecord;
        },
      },
      operators: { find: async (id: string) => ({ id, role: "responder", agents: null }) as OperatorRecord },
    } as unknown as Parameters<typeof enforceHandoffTimeouts>[0]["storage"],
    handoff: {
      async giveBack(sessionId, decide) {
        const found = inHand.find((chat) => chat.sessionId === sessionId) ?? held(sessionId);
        const move = decide({ ...found, turns: 1, handoff: null, returnedTurn: null, ...values });
        if (move) moves.push({ sessionId, ...move });
        return move ? "moved" : "unchanged";
      },
    },
    idle: { showPlaces: (shown) => (places = shown) },
    nowMs: () => now,
  }).catch((cause: unknown) => (failure = cause));
  return { moves, failure, places: [...places] };
}

const silent = { to: "agent", type: "silent", name: "Ada" };

test("a person who says nothing more loses the chat, but not one who writes while it is looked at", async () => {
  expect(await lookAt([held("ses_1")], {})).toEqual({
    moves: [{ sessionId: "ses_1", ...silent, expectedPersonAt: 0 }],
    failure: undefined,
    places: [],
  });
  expect(await lookAt([held("ses_1")], { values: { personAt: now } })).toMatchObject({ moves: [] });
  expect(await lookAt([held("ses_1")], { values: { epoch: 2 } })).toMatchObject({ moves: [] });
  expect(await lookAt([held("ses_1", { personAt: now })], {})).toMatchObject({ moves: [] });
});

test("a chat that cannot be looked at keeps none of those behind it from going back", async () => {
  const { moves, failure } = await lookAt([held("ses_1", { agentId: "broken" }), held("ses_2")], {});
  expect(moves).toMatchObject([{ sessionId: "ses_2", ...silent }]);
  expect(failure).toEqual(new Error("its file cannot be read"));
});

test("a place in the queue is how many of the same agent wait for longer, with one order for every node", async () => {
  const waiting = (sessionId: string, since: number, agentId = "shop") =>
    held(sessionId, { holder: "waiting", operator: null, personAt: null, agentId, since });
  const { places } = await lookAt(
    [
      held("ses_taken", { since: now - 9, personAt: now }),
      waiting("ses_c", now - 3),
      waiting("ses_b", now - 3),
      waiting("ses_a", now - 2),
      waiting("ses_other", now - 1, "other"),
    ],
    {},
  );
  expect(Object.fromEntries(places)).toEqual({ ses_b: 0, ses_c: 1, ses_a: 2, ses_other: 0 });
});
