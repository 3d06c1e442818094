import { expect, test } from "vitest";
import { newOperator, smallAgent } from "./run-program.ts";
import { writeChat } from "./write-chat.ts";

const price = ["--in", "2", "--out", "10", "--cached", "0", "--currency", "EUR", "--from", "2026-03-01"];
const march = ["--since", "2026-03-01", "--until", "2026-04-01"];

test("prices can be entered, produce costs, and be removed; a budget is shown beside the month's costs", async () => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  const used = { keyId: "k", inputTokens: 1_000_000, outputTokens: 100_000, cachedTokens: 500_000 };
  await writeChat(operator, "ses_1", [{ at: Date.parse("2026-03-02"), facts: { ...used, model: "small" } }]);
  await writeChat(operator, "ses_2", [{ at: Date.parse("2026-03-03"), facts: { ...used, model: "large" } }]);

  const set = (await operator.json("price", "set", "small", ...price)) as { id: string };
  expect(set).toMatchObject({ model: "small", from: "2026-03-01", in: 2, out: 10, cached: 0 });
  expect((await operator.run("usage", ...march)).out.split("\n")).toEqual([
    "DAY         REPLIES  TOKENS IN  TOKENS OUT  COST",
    "2026-03-02  1        1000000    100000      2.00 EUR",
    "2026-03-03  1        1000000    100000      no price entered",
    "total       2        2000000    200000      2.00 EUR",
    "Not included: 1100000 tokens (no price entered: large)",
    "",
  ]);
  const other = ["--in", "1", "--out", "1", "--currency", "USD"];
  expect(await operator.run("price", "set", "large", ...other)).toMatchObject({
    code: 1,
    err: expect.stringContaining("must be EUR, as in the other prices"),
  });
  expect((await operator.run("price", "list")).out).toContain("small  2026-03-01  EUR");
  expect(await operator.json("price", "budget", "49.90")).toMatchObject({ budget: 49.9, currency: "EUR" });
  expect((await operator.run("price", "budget")).out).toContain("Budget: 49.90 EUR");
  expect((await operator.run("price", "budget", "none")).out).toContain("No budget is set.");
  expect(await operator.json("price", "remove", set.id)).toEqual({ id: set.id, removed: true });
  expect(await operator.run("price", "remove", set.id)).toMatchObject({ code: 1, out: "" });
  expect(await operator.json("price", "list")).toEqual([]);
});

test("an invalid amount, currency or day is refused before anything is opened", async () => {
  await using operator = await newOperator();
  for (const wrong of [
    ["price", "set", "small", "--in", "-1", ...price.slice(2)],
    ["price", "set", "small", "--in", "0.0000001", ...price.slice(2)],
    ["price", "set", "small", ...price.slice(0, 6), "--currency", "euro"],
    ["price", "set", "small", ...price.slice(0, 8), "--from", "2026-02-31"],
    ["price", "budget", "much"],
  ])
    expect([wrong, (await operator.run(...wrong)).code]).toEqual([wrong, 2]);
});
