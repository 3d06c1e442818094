import { expect, test } from "vitest";
import type { Operator } from "./run-program.ts";
import { newOperator, smallAgent } from "./run-program.ts";
import { writeChat } from "./write-chat.ts";

/** An operator with an agent, and a key whose id is returned. */
async function withKey(operator: Operator): Promise<string> {
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  const given = ["--agent", "shop", "--allow", "shop.example", "--name", "Web shop"];
  return ((await operator.json("key", "create", ...given)) as { id: string }).id;
}

/** Replies with usage, by the time of the question. */
async function reply(operator: Operator, keyId: string, ...times: readonly number[]): Promise<void> {
  const facts = { keyId, inputTokens: 1000, outputTokens: 50 };
  for (const at of times) await writeChat(operator, `ses_${at}`, [{ at, facts }]);
}

test("usage is shown by day, agent and key, for people and for scripts", async () => {
  await using operator = await newOperator();
  const keyId = await withKey(operator);
  const [monday, tuesday] = [Date.parse("2026-03-02T23:59:59Z"), Date.parse("2026-03-03T00:00:00Z")];
  await reply(operator, keyId, monday, tuesday, tuesday + 1);
  const march = ["--since", "2026-03-01", "--until", "2026-04-01"];

  expect((await operator.run("usage", ...march)).out.split("\n")).toEqual([
    "DAY         REPLIES  TOKENS IN  TOKENS OUT",
    "2026-03-02  1        1000       50",
    "2026-03-03  2        2000       100",
    "total       3        3000       150",
    "",
  ]);
  expect((await operator.run("usage", "--by", "key", ...march)).out).toContain(
    `${keyId}  Web shop  3        3000       150`,
  );
  expect(await operator.json("usage", "--by", "agent", ...march)).toEqual({
    from: "2026-03-01T00:00:00.000Z",
    to: "2026-04-01T00:00:00.000Z",
    by: "agent",
    items: [{ agent: "shop", replies: 3, tokens: { in: 3000, out: 150 }, cost: null, unpriced: 3150 }],
    total: { replies: 3, tokens: { in: 3000, out: 150 }, cost: null, unpriced: 3150 },
    currency: null,
    unpricedModels: ["tiny"],
  });
  // The end is exclusive.
  expect(await operator.json("usage", "--until", "2026-03-03")).toMatchObject({
    from: "2026-02-01T00:00:00.000Z",
    items: [{ at: "2026-03-02", replies: 1 }],
  });
});

test("by default the last 30 days are shown, up to now", async () => {
  await using operator = await newOperator();
  const keyId = await withKey(operator);
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  await reply(operator, keyId, Date.now(), today - 29 * 86_400_000, today - 29 * 86_400_000 - 1);
  expect(await operator.json("usage")).toMatchObject({ items: [{ replies: 1 }, { replies: 1 }] });
});

test("a deleted agent's usage remains, and an agent that never existed is refused", async () => {
  await using operator = await newOperator();
  const keyId = await withKey(operator);
  await reply(operator, keyId, Date.now());
  await operator.run("agent", "delete", "shop");
  expect(await operator.json("usage", "--by", "key", "--agent", "shop")).toMatchObject({
    items: [{ key: keyId, replies: 1 }],
  });
  expect(await operator.run("usage", "--agent", "shoe")).toMatchObject({ code: 1, out: "" });
  expect((await operator.run("usage", "--by", "week")).code).toBe(2);
  expect((await operator.run("usage", "--since", "yesterday")).code).toBe(2);
});

test("a span that ends before it begins is refused by every command that takes one", async () => {
  await using operator = await newOperator();
  const span = ["--since", "2026-02-01", "--until", "2026-01-31"];
  for (const words of [["usage"], ["audit"], ["session", "list"]])
    expect(await operator.run(...words, ...span)).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("--since must not be after --until"),
    });
});
