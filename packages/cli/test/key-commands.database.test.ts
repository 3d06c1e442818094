import { expect, test } from "vitest";
import { newOperator, smallAgent } from "./run-program.ts";
import type { Operator } from "./run-program.ts";

interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

async function withAgent(): Promise<Operator> {
  const operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  return operator;
}

async function createKey(operator: Operator, ...given: string[]): Promise<CreatedKey> {
  return (await operator.json("key", "create", "--agent", "shop", ...given)) as CreatedKey;
}

test("key create --json prints exactly one object with the documented fields", async () => {
  await using operator = await withAgent();
  const allow = ["--allow", "Shop.Example", "--allow", "https://*.shop.example:443"];
  const created = await createKey(operator, ...allow, "--name", "Front page", "--rate-limit", "120");

  expect(created).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    key: expect.stringMatching(new RegExp(`^ak_${created.id}_[\\w-]{43}$`)) as string,
    agent: "shop",
    name: "Front page",
    allowed: ["shop.example", "https://*.shop.example"],
    rateLimit: 120,
    serverSide: false,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
  });
});

test("by default a key allows 60 requests a minute, from browsers only", async () => {
  await using operator = await withAgent();
  expect(await createKey(operator, "--allow", "a.example")).toMatchObject({
    rateLimit: 60,
    serverSide: false,
    name: "",
  });
  expect(await createKey(operator, "--server-side")).toMatchObject({ allowed: [], serverSide: true });
  const { out } = await operator.run("key", "create", "--agent", "shop", "--server-side");
  expect(out).not.toContain("<script"); // not a key for a page
});

test("the whole key is printed only once: it is not in the list, and not in the database", async () => {
  await using operator = await withAgent();
  const created = await operator.run("key", "create", "--agent", "shop", "--allow", "shop.example");
  const key = /ak_[0-9a-f]{12}_[\w-]{43}/.exec(created.out)?.[0] ?? "";
  const secret = key.slice(-43);
  expect(secret).toHaveLength(43);
  expect(created.out).toContain(
    `<script src="http://localhost:8080/launcher.js" data-agent-key="${key}" async></script>`,
  );

  const people = await operator.run("key", "list");
  const scripts = await operator.run("key", "list", "--json");
  expect(people.out).toContain("shop.example");
  for (const text of [people.out, scripts.out]) {
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  }
  expect((await operator.storedBytes()).includes(secret)).toBe(false);
});

test("list shows today's usage of each key whose agent's file sets a budget, and nothing for the others", async () => {
  await using operator = await withAgent();
  const { id } = await createKey(operator, "--allow", "shop.example");
  expect(await operator.json("key", "list")).toMatchObject([{ id, outputTokensToday: null }]);

  const limited = `${smallAgent}\nlimits: { dailyOutputTokens: 5000 }\n`;
  await operator.run("agent", "apply", await operator.write("shop.yaml", limited));
  expect(await operator.json("key", "list")).toMatchObject([{ outputTokensToday: { used: 0, of: 5000 } }]);
  expect((await operator.run("key", "list")).out).toContain("0 of 5000");
});

test("an invalid pattern is refused with the reason, and no key is created", async () => {
  await using operator = await withAgent();
  for (const pattern of ["*.com", "https://shop.example/path", "null"]) {
    const { code, out, err } = await operator.run("key", "create", "--agent", "shop", "--allow", pattern);
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err).toContain(`The pattern "${pattern}" is invalid: `);
  }
  expect(await operator.json("key", "list")).toEqual([]);
});

test("a name has up to 100 characters; a longer one is refused with the limit, and no key is created", async () => {
  await using operator = await withAgent();
  const given = ["key", "create", "--agent", "shop", "--allow", "shop.example", "--name"];
  for (const length of [101, 65_536]) {
    const { code, out, err } = await operator.run(...given, "n".repeat(length));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`--name must be at most 100 characters long, but this one has ${length}\n`);
    expect(err).not.toContain("nnn"); // it does not fill the terminal either
  }
  expect(await operator.json("key", "list")).toEqual([]);
  const name = "n".repeat(100);
  expect(await operator.json(...given, name)).toMatchObject({ name });
});

test("sites are allowed and disallowed in their canonical form, each once", async () => {
  await using operator = await withAgent();
  const { id } = await createKey(operator, "--allow", "a.example");

  await operator.json("key", "allow", id, "B.example");
  expect(await operator.json("key", "allow", id, "b.example.")).toMatchObject({
    allowed: ["a.example", "b.example"],
  });
  expect(await operator.json("key", "disallow", id, "A.EXAMPLE")).toMatchObject({ allowed: ["b.example"] });

  const unknown = await operator.run("key", "disallow", id, "c.example");
  expect(unknown).toMatchObject({ code: 1, out: "" });
  expect(unknown.err).toContain("'c.example' is not on the list");
  expect((await operator.run("key", "disallow", id, "b.example")).out).toBe(
    `Key ${id} no longer allows any site.\n`,
  );
});

test("the rate can be set from 1 to 1,000,000", async () => {
  await using operator = await withAgent();
  const { id } = await createKey(operator, "--allow", "a.example");
  expect(await operator.json("key", "rate", id, "1000000")).toMatchObject({ rateLimit: 1_000_000 });
  for (const wrong of ["1000001", "many"]) {
    const { code, err } = await operator.run("key", "rate", id, wrong);
    expect(code).toBe(2);
    expect(err).toContain("whole number from 1 to 1000000");
  }
  expect(await operator.json("key", "list")).toMatchObject([{ rateLimit: 1_000_000 }]);
});

test("a revoked key stays revoked, and can no longer be changed", async () => {
  await using operator = await withAgent();
  const { id, key } = await createKey(operator, "--allow", "a.example");
  // The whole key is accepted too, and not repeated.
  const revoked = await operator.run("key", "revoke", key);
  expect(revoked).toEqual({ code: 0, out: `Key ${id} is revoked.\n`, err: "" });

  const [before] = (await operator.json("key", "list")) as { revokedAt: string }[];
  expect(before?.revokedAt).toMatch(/Z$/);
  expect(await operator.json("key", "revoke", id)).toMatchObject({ revokedAt: before?.revokedAt });
  expect(await operator.run("key", "allow", id, "b.example")).toMatchObject({ code: 1 });
  expect(await operator.run("key", "rate", id, "5")).toMatchObject({ code: 1 });
});

test("keys are listed by agent, and an unknown agent or key is refused", async () => {
  await using operator = await withAgent();
  await createKey(operator, "--allow", "a.example");
  expect(await operator.json("key", "list", "--agent", "shop")).toHaveLength(1);

  const noAgent = { code: 1, out: "", err: "There is no agent 'other'. Known agents: shop.\n" };
  expect(await operator.run("key", "list", "--agent", "other")).toEqual(noAgent);
  expect(await operator.run("key", "create", "--agent", "other", "--allow", "a.example")).toEqual(noAgent);
  const noKey = await operator.run("key", "revoke", "0123456789ab");
  expect(noKey).toMatchObject({
    code: 1,
    err: "There is no key '0123456789ab'. See: servicechat key list\n",
  });
});
