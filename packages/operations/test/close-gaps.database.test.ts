import type { FoundPassage } from "@servicechat/agent";
import { commandLine, type OperationContext } from "@servicechat/operations";
import { expect, test } from "vitest";
import { checkGaps } from "../src/gaps/check-gaps.ts";
import { placeQuestions } from "../src/gaps/place-questions.ts";
import { openOperations, putAgent, putAnswer, putChat, putGap } from "./support/open-operations.ts";
import type { OpenOperations } from "./support/open-operations.ts";

const agentId = "guide";
const question = "How long does a refund take?";

/** A passage that answers whatever is asked. */
const passage = (text: string, score = 0.9): FoundPassage => ({
  title: "Refunds",
  headings: ["Refunds"],
  url: null,
  text,
  score,
});

/** An agent that finds this, whatever it is asked. */
function finding(
  { context }: OpenOperations,
  found: (query: string) => readonly FoundPassage[] | Promise<readonly FoundPassage[]>,
): OperationContext {
  const search: OperationContext["knowledge"]["search"] = async (_, query) => found(query);
  return { ...context, knowledge: { ...context.knowledge, search } };
}

/** The agent has learnt something: its gaps are due. */
let learnt = 0;
const learn = ({ storage }: OpenOperations) => putAnswer(storage, `ans_${++learnt}`, agentId);

async function openWithGap(): Promise<
  OpenOperations & { readonly stateOf: (id?: string) => Promise<string> }
> {
  const opened = await openOperations();
  await putAgent(opened.storage, agentId);
  await putGap(opened.storage, "gap_1", agentId, { question });
  const stateOf = async (id = "gap_1") =>
    (await opened.storage.gaps.find({ scope: { agents: null }, id }))?.state ?? "gone";
  return { ...opened, stateOf };
}

test("a gap that a person opens again does not close for what it closed for before, but for something else", async () => {
  await using opened = await openWithGap();
  const old = finding(opened, () => [passage("A refund takes 30 days.")]);
  expect(await checkGaps(old)).toBe(1);
  await opened.operations.gaps.reopen(commandLine, { id: "gap_1" });
  expect(await checkGaps(old)).toBe(0);
  await learn(opened);
  expect(await checkGaps(old)).toBe(0);
  expect(await opened.stateOf()).toBe("reopened");

  await learn(opened);
  expect(await checkGaps(finding(opened, () => [passage("A refund takes 10 days.")]))).toBe(1);
});

test("a question that cannot be asked keeps no other gap from closing, and is asked again later", async () => {
  await using opened = await openWithGap();
  await putAgent(opened.storage, "broken");
  await putGap(opened.storage, "gap_0", "broken", { question });
  const some = finding(opened, () => [passage("A refund takes 30 days.")]);
  const { agents } = opened.storage;
  const find: typeof agents.find = async (id) => {
    if (id === "broken") throw new Error("unreadable");
    return agents.find(id);
  };
  const storage = { ...opened.storage, agents: { ...agents, find } };
  await expect(checkGaps({ ...some, storage })).rejects.toThrow("unreadable");
  expect([await opened.stateOf("gap_0"), await opened.stateOf()]).toEqual(["open", "closed"]);

  expect(await checkGaps(some)).toBe(1);
  expect(await opened.stateOf("gap_0")).toBe("closed");
});

test("a gap that is joined while its questions are asked again stays open until that one is answered too", async () => {
  await using opened = await openWithGap();
  const { storage } = opened;
  let isJoined = false;
  const joining = finding(opened, async () => {
    if (!isJoined) await putGap(storage, "gap_2", agentId, { isPlaced: false, question });
    if (!isJoined) await storage.gaps.place({ ...joined("gap_2"), gapId: "gap_1" });
    isJoined = true;
    return [passage("A refund takes 30 days.")];
  });
  expect(await checkGaps(joining)).toBe(0);
  expect(await opened.stateOf()).toBe("open");
  expect(await checkGaps(joining)).toBe(1);

  // One that was asked before it closed, and comes into it afterwards.
  await putGap(storage, "gap_3", agentId, { isPlaced: false, question });
  await storage.gaps.place({ ...joined("gap_3"), gapId: "gap_1" });
  opened.setNow(5_000);
  await checkGaps(joining);
  expect(await opened.stateOf()).toBe("closed");
  await putGap(storage, "gap_4", agentId, { isPlaced: false, question });
  await storage.gaps.place({ ...joined("gap_4"), gapId: "gap_1" });
  await checkGaps(finding(opened, () => []));
  expect(await opened.stateOf()).toBe("reopened");
});

test("a flag opens the gap again that its question is in, and nothing waits for vectors that do not come", async () => {
  await using opened = await openWithGap();
  await checkGaps(finding(opened, () => [passage("A refund takes 30 days.")]));
  await putChat(opened.storage, "later", agentId, 1_000, question);
  const sketching = Promise.withResolvers<never>();
  const { context, operations } = opened;
  const sketch = () => sketching.promise;
  const slow = { ...context, knowledge: { ...context.knowledge, sketch } };
  const actor = { ...commandLine, kind: "operator", id: "op_1", name: "Ada" } as const;
  const { createOperations } = await import("@servicechat/operations");
  const waiting = createOperations(slow);
  const flag = { id: "later", replyId: "rep_later", reason: "incorrect" } as const;
  expect(await waiting.flags.put(actor, flag)).toMatchObject({ reason: "incorrect" });
  expect(await waiting.gaps.list(actor, { limit: 9 })).toMatchObject({ items: [{ id: "gap_1" }] });
  sketching.reject(new Error("never made"));

  await placeQuestions(context);
  expect(await operations.gaps.list(commandLine, { limit: 9 })).toMatchObject({
    items: [{ id: "gap_1", state: "reopened", questions: 2 }],
  });
});

/** The question of a gap that was placed by itself. */
function joined(id: string) {
  return { replyId: `rep_chat of ${id}`, vector: null, at: 1_000 };
}
