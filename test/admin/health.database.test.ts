import { expect, test } from "vitest";
import { startConsole } from "../support/start-console.ts";

const health = "/console/api/health";

test("an editor of all agents can read the doctor's findings, and nobody else", async () => {
  await using console = await startConsole({
    examine: async () => [
      { check: "database", status: "ok", detail: "opens" },
      { check: "key abc", status: "warning", detail: "allows no site", advice: "allow one" },
      { check: "agent shop", status: "problem", detail: "does not answer", advice: "is it running?" },
    ],
  });
  const { cookie } = await console.signIn("editor");
  expect(await console.ask("GET", health, { cookie })).toMatchObject({
    status: 200,
    body: {
      checks: [
        { name: "database", ok: true, message: "opens", status: "ok" },
        { name: "key abc", ok: true, message: "allows no site", status: "warning", advice: "allow one" },
        { name: "agent shop", ok: false, message: "does not answer", advice: "is it running?" },
      ],
    },
  });
  const { body } = await console.ask("GET", health, { cookie });
  expect(body.loopDelay).toEqual({ p99Ms: expect.any(Number), maxMs: expect.any(Number) });
  expect(body.tasks).toContainEqual({
    name: "update_chat_list",
    lastRunAt: expect.stringMatching(/Z$/),
    ms: expect.any(Number),
    failures: 0,
    failing: false,
    longestBlockMs: expect.any(Number),
  });
  for (const token of [
    await console.token("responder"),
    await console.token("viewer"),
    await console.token("editor", ["acme-support"]),
  ])
    expect(await console.ask("GET", health, { token })).toMatchObject({
      status: 403,
      body: { code: "role_needed" },
    });
  expect(await console.ask("GET", health)).toMatchObject({ status: 401 });
});
