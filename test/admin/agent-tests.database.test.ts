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

const page = (id: string, location: string, title: string) => ({
  agentId: "acme-support",
  source: "files:docs",
  fingerprint: "1",
  readAt: 1,
  id,
  location,
  title,
  url: null,
});
const lamps = [
  { headings: ["Lamps", "How tall is a lamp?"], anchor: null, text: "A lamp is **40 cm** tall." },
  {
    headings: ["Lamps", "Bulbs"],
    anchor: null,
    text: "Bulbs are not included.",
    wordings: ["which bulb fits"],
  },
];
const chairs = [{ headings: ["Chairs", "Colours of all our chairs"], anchor: null, text: "They are red." }];

test("tests are suggested from headings without a model, and each result of a run is sent as soon as it is there", async () => {
  await using console = await startConsole({
    agent: { model: { provider: "extractive" }, tools: ["search_knowledge"] },
  });
  const { cookie } = await console.signIn("editor");
  const suggest = async (body?: object) =>
    (await console.ask("POST", `${path}/suggest`, { cookie, ...(body && { body }) })).body;
  expect(await suggest()).toEqual({ items: [], from: "headings" });

  await console.storage.knowledge.replaceDocument(page("doc_1", "docs/lamps.md", "Lamps"), lamps);
  await console.storage.knowledge.replaceDocument(page("doc_2", "docs/a/index.md", "Chairs"), chairs);
  await console.storage.knowledge.replaceDocument(page("doc_3", "docs/b/index.md", "Empty"), []);
  const suggested = await suggest({});
  expect(suggested.from).toBe("headings");
  const byQuestion = (one: { question: string }, other: { question: string }) =>
    one.question < other.question ? -1 : 1;
  expect(suggested.items.toSorted(byQuestion)).toEqual([
    { question: "Colours of all our chairs", mustSay: [], mustCite: ["a/index.md"] },
    { question: "How tall is a lamp?", mustSay: [], mustCite: ["lamps.md"] },
    { question: "which bulb fits", mustSay: [], mustCite: ["lamps.md"] },
  ]);
  const rest = await suggest({ except: ["how TALL is  a lamp?", "which bulb fits"] });
  expect(rest.items.map(({ question }: { question: string }) => question)).toEqual([
    "Colours of all our chairs",
  ]);

  const run = await console.ask("POST", `${path}/run`, {
    cookie,
    body: { file },
    headers: { accept: "application/json, application/x-ndjson" },
  });
  const lines = run.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { step: "testing", done: 1, total: 1, item: { name: "lamp", passed: true } },
    { result: { number: null, results: [{ name: "lamp" }] } },
  ]);
});

test("a model suggests questions with words that its passages say, and headings take its place when it fails", async () => {
  const written = (items: readonly object[]) => `Here you are:\n${JSON.stringify(items)}`;
  let answer = "";
  await using console = await startConsole({ script: () => words(answer) });
  await console.storage.knowledge.replaceDocument(page("doc_1", "docs/lamps.md", "Lamps"), lamps.slice(0, 1));
  const { cookie } = await console.signIn("editor");
  const suggest = (body: object = {}) => console.ask("POST", `${path}/suggest`, { cookie, body });

  answer = written([
    { passage: 1, question: "What height\n has it?", words: ["40 cm", "50 cm", "/(a+)+$/"] },
    { passage: 7, question: "Of no passage?", words: [] },
  ]);
  expect((await suggest()).body).toEqual({
    items: [{ question: "What height has it?", mustSay: ["40 cm"], mustCite: ["lamps.md"] }],
    from: "model",
  });
  const asked = JSON.stringify(console.model.asked.at(-1));
  expect(asked).toContain("How tall is a lamp?");
  expect(asked).toContain("40 cm");

  const byHeading = {
    items: [{ question: "How tall is a lamp?", mustSay: [], mustCite: ["lamps.md"] }],
    from: "headings",
  };
  expect((await suggest({ except: ["what height has it?"] })).body).toEqual(byHeading);
  answer = "I would rather not. [nothing";
  expect((await suggest()).body).toEqual(byHeading);
  for (let more = 0; more < 7; more += 1) expect((await suggest()).status).toBe(200);
  const refused = await suggest();
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
});
