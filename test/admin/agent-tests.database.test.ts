import { request } from "node:http";
import { expect, test } from "vitest";
import { words } from "../support/model-server.ts";
import { consoleUrl, startConsole } from "../support/start-console.ts";

const path = "/console/api/agents/acme-support/tests";
const file =
  "# ours\nagent: acme-support\ntests:\n- {name: lamp, say: How tall is a lamp?, expect: {contains: 40 cm}}\n";

test("tests are stored with a revision, run, and returned with the conversations", async () => {
  await using console = await startConsole({
    agent: { model: { provider: "extractive" }, tools: ["search_knowledge"] },
  });
  await console.storage.knowledge.replaceDocument(
    {
      agentId: "acme-support",
      source: "files:docs",
      title: "Lamps",
      fingerprint: "1",
      readAt: 1,
      id: "doc_1",
      location: "lamps.md",
      url: null,
    },
    [{ headings: ["Lamps", "How tall a lamp is"], anchor: null, text: "A lamp is 40 cm tall." }],
  );
  const { cookie } = await console.signIn("editor");
  expect((await console.ask("GET", path, { cookie })).body).toMatchObject({ file: null, revision: "0" });

  const unseen = await console.ask("PUT", path, { cookie, body: { file } });
  expect(unseen.status).toBe(428);
  const seen = (revision: string) => ({ headers: { "if-match": `"${revision}"` } });
  const faulty = await console.ask("PUT", path, {
    cookie,
    body: { file: "agent: acme-support\n" },
    ...seen("0"),
  });
  expect([faulty.status, faulty.body.code]).toEqual([400, "tests_faulty"]);
  expect(faulty.body.faults).toEqual([{ line: null, message: "tests: is missing" }]);
  const kept = await console.ask("PUT", path, { cookie, body: { file }, ...seen("0") });
  expect(kept.body).toMatchObject({ file, revision: "1" });
  expect((await console.ask("PUT", path, { cookie, body: { file }, ...seen("0") })).status).toBe(412);

  const run = await console.ask("POST", `${path}/run`, { cookie, body: { keep: true } });
  expect(run.body).toMatchObject({ number: 1, version: 1, results: [{ name: "lamp", passed: true }] });
  const listed = await console.ask("GET", `${path}/runs`, { cookie });
  expect(listed.body.items).toMatchObject([
    { number: 1, passed: 1, failed: 0, author: { kind: "operator" } },
  ]);
  const whole = await console.ask("GET", `${path}/runs/1`, { cookie });
  expect(whole.body.results).toEqual(run.body.results);
  expect(whole.body.results[0].replies[0].text).toContain("40 cm");
  const none = await console.ask("GET", `${path}/runs/2`, { cookie });
  expect([none.status, none.body.code]).toEqual([404, "test_run_not_found"]);
});

const many = (count: number) =>
  `agent: acme-support\ntests:\n${Array.from({ length: count }, (_, at) => `- {name: test ${at}., say: Number ${at}?, expect: {contains: hello}}\n`).join("")}`;

test("an agent's tests run one at a time, until the client has disconnected", async () => {
  let isHeld = true;
  const never = new Promise<never>(() => undefined);
  await using console = await startConsole({
    script: () => (isHeld ? [{ until: never }] : words("Hello.")),
  });
  const { cookie } = await console.signIn("editor");
  const leaving = request({
    host: "127.0.0.1",
    port: console.port,
    method: "POST",
    path: `${path}/run`,
    headers: {
      host: new URL(consoleUrl).host,
      origin: consoleUrl,
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      cookie,
    },
  });
  const left = new Promise((resolve) => leaving.once("close", resolve));
  leaving.on("error", () => undefined).end(JSON.stringify({ file: many(9), keep: true }));
  await expect.poll(() => console.model.asked.length).toBe(4);

  const one = { cookie, body: { file: many(1) } };
  const second = await console.ask("POST", `${path}/run`, one);
  expect([second.status, second.body.code]).toEqual([429, "rate_limited"]);
  expect(second.body.detail).toContain("already running");

  leaving.destroy();
  await left;
  isHeld = false;
  const next = async () => (await console.ask("POST", `${path}/run`, one)).body.results;
  await expect.poll(next).toMatchObject([{ name: "test 0.", passed: true }]);
  expect(console.model.asked).toHaveLength(5);
  expect((await console.ask("GET", `${path}/runs`, { cookie })).body.items).toEqual([]);
});

test("a run that needs too many replies is refused before any is requested", async () => {
  await using console = await startConsole({ script: () => words("Hello.") });
  const { cookie } = await console.signIn("editor");
  const run = (body: object) => console.ask("POST", `${path}/run`, { cookie, body });
  const refused = await run({ file: many(21), repeat: 96 });
  expect([refused.status, refused.body.code]).toEqual([400, "tests_faulty"]);
  expect(refused.body.faults).toEqual([
    { line: null, message: expect.stringMatching(/^this run needs 2016 replies .* at most 2000 /) },
  ]);
  expect(console.model.asked).toEqual([]);
  const some = await run({ file: many(21), repeat: 2, only: ["test 7."] });
  expect(some.body.results).toMatchObject([{ name: "test 7.", runs: 2, passes: 2 }]);
});

test("an impossible stand-in is a fault in the file, not in the service", async () => {
  await using console = await startConsole({
    agent: { tools: [{ mcp: { url: "http://shop.invalid/mcp" } }] },
  });
  const { cookie } = await console.signIn("editor");
  const bad = `${many(1)}tools:\n  no good: {result: 1}\n`;
  const refused = await console.ask("POST", `${path}/run`, { cookie, body: { file: bad } });
  expect([refused.status, refused.body.code]).toEqual([400, "tests_faulty"]);
  expect(refused.body.faults).toEqual([
    { line: 5, message: expect.stringContaining("tools.no good: use letters") },
  ]);
});
