import { expect } from "vitest";
import type { NewTurn, Storage } from "../../src/index.ts";
import { budgetedTurn, budgetOf, noon } from "./budgets.ts";
import { endOf } from "./samples.ts";

/**
 * Turns and ends of one key all at once, alternating between all nodes, until its day is used up: its budget is
 * exceeded by less than one reply, each refusal is right, and exactly one is reported as the first.
 */
export async function floodBudget(keyId: string, nodes: readonly Storage[]): Promise<void> {
  const budget = budgetOf(keyId, { dailyTokens: 200, replyTokens: 30 });
  let asked = 0;
  const next = (): Storage => nodes[asked++ % nodes.length] as Storage;
  const visitors = Array.from({ length: 15 }, (_, index) => ({ spentTokens: 2 * index + 1 }));
  const take = async () => {
    const turn: NewTurn = budgetedTurn(budget);
    return { turn, outcome: await next().conversations.acceptTurn(turn) };
  };

  // All ask before any reply has ended: what is set aside for replies refuses the rest.
  const wave = await Promise.all(visitors.map(async (visitor) => ({ ...visitor, ...(await take()) })));
  expect(wave.filter(({ outcome }) => outcome.kind === "accepted")).toHaveLength(7);
  expect(wave.filter(({ outcome }) => outcome.kind === "budget_reserved")).toHaveLength(8);

  let used = 0;
  async function end({ replyId }: NewTurn, spentTokens: number): Promise<void> {
    await next().conversations.endReply(endOf(replyId, { spentTokens }));
    used += spentTokens;
  }
  /** Asks until the day is used up, and returns how that was reported. */
  async function askOn({ spentTokens, turn, outcome }: (typeof wave)[number]): Promise<string> {
    for (let asking = { turn, outcome }; ; asking = await take()) {
      if (asking.outcome.kind === "accepted") await end(asking.turn, spentTokens);
      else if (asking.outcome.kind !== "budget_reserved") return asking.outcome.kind;
    }
  }
  const refusals = await Promise.all(wave.map(askOn));

  const [use] = (await next().budgets.usedOn(noon)).filter((each) => each.keyId === keyId);
  expect(use).toEqual({ keyId, used, reserved: 0 });
  expect(used).toBeGreaterThanOrEqual(200);
  expect(used).toBeLessThan(230);
  expect(refusals.filter((refusal) => refusal === "budget_newly_spent")).toHaveLength(1);
  expect(refusals.filter((refusal) => refusal === "budget_spent")).toHaveLength(14);
}
