import { expect, test } from "vitest";
import { startConsole } from "../support/start-console.ts";

const path = "/console/api/agents/acme-support/tests";
const file =
  "# ours\nagent: acme-support\ntests:\n- {name: lamp, say: How tall is a lamp?, expect: {contains: 40 cm}}\n";

test("tests are kept with a revision, run, and read back with what was said", async () => {
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
