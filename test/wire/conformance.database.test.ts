import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allChecks, CannotCheck, runConformance, writeReport } from "@servicechat/conformance";
import type { ConformanceOptions, ConformanceReport, Finding } from "@servicechat/conformance";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import { issueKey } from "@servicechat/operations/key-secret";
import { words } from "../support/model-server.ts";
import type { ModelAsk } from "../support/model-server.ts";
import { startSpoilingProxy } from "../support/spoiling-proxy.ts";
import { shop, startService } from "../support/start-service.ts";
import type { StartOptions, TestService } from "../support/start-service.ts";
import { startWrongServer } from "../support/wrong-server.ts";
import { chatFaultsOf } from "./faults/chat-faults.ts";
import type { Fault } from "./faults/fault.ts";
import { fileFaults } from "./faults/file-faults.ts";
import { handoffFaults } from "./faults/handoff-faults.ts";
import { headFaultsOf } from "./faults/head-faults.ts";

/** A clock that a pause moves forward, for the checks and the service alike, so no test waits a minute. */
function createJumpingClock() {
  let ahead = 0;
  return {
    wallMs: () => Date.now() + ahead,
    monotonicMs: () => performance.now() + ahead,
    async sleep(ms: number) {
      ahead += ms;
    },
  };
}

/** Tells a story slowly, and answers everything else at once. */
function script({ messages }: ModelAsk) {
  const asked = JSON.stringify(messages.findLast(({ role }) => role === "user"));
  if (!asked.includes("lighthouse")) return words("Hello from the model.");
  return words("Once there was a lighthouse. ".repeat(5)).flatMap((word) => [word, { wait: 80 }]);
}

/** A service with an agent that has an action, a second agent, and keys for both. */
async function startChecked(start: StartOptions = {}) {
  const clock = createJumpingClock();
  const actions = [{ id: "say", label: "Say", kind: "prompt", prompt: "Say." }];
  const service = await startService({
    script,
    clock,
    agent: { actions, uploads: { maxBytes: 100_000 }, handoff: {} },
    ...start,
  });
  const small = await service.createKey({ rateLimit: 3 });
  const secondKey = await createOtherAgent(service);
  const options = (baseUrl = service.baseUrl): ConformanceOptions => ({
    baseUrl: new URL(baseUrl),
    key: service.key,
    origin: shop,
    secondKey,
    smallKey: small.key,
    clock,
  });
  return { service, secondKey, options };
}

async function createOtherAgent({ storage, model }: TestService): Promise<string> {
  const parsed = parseAgentFile({
    id: "other",
    name: "Other",
    model: { provider: "openai", baseUrl: model.baseUrl, name: "scripted" },
  });
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  await storage.agents.put({ id: "other", definition: parsed.agent, baseDirectory: "/", at: Date.now() });
  const { id, key, secretHash, lastFour } = issueKey({ randomBytes });
  const rest = { agentId: "other", name: "", allowed: [shop], rateLimit: 1_000, serverSide: false };
  await storage.keys.create({ id, secretHash, lastFour, ...rest, createdAt: Date.now(), revokedAt: null });
  return key;
}

function faultsOf(keys: { readonly key: string; readonly secondKey: string }): readonly Fault[] {
  return [...headFaultsOf(keys), ...chatFaultsOf(keys), ...fileFaults, ...handoffFaults];
}

function withResult({ findings }: ConformanceReport, result: Finding["result"]): readonly Finding[] {
  return findings.filter((finding) => finding.result === result);
}

describe("the service itself", () => {
  test("passes every check, and none is skipped", async () => {
    const { service, options } = await startChecked();
    await using _service = service;

    const report = await runConformance(options());

    expect(withResult(report, "failed")).toEqual([]);
    expect(withResult(report, "skipped")).toEqual([]);
    expect(report.findings.map(({ id }) => id)).toEqual(allChecks.map(({ id }) => id));
  });

  test("with an agent that hands nothing over skips the checks about people, and the report says so", async () => {
    const { service, secondKey, options } = await startChecked();
    await using _service = service;

    const report = await runConformance({
      ...options(),
      key: secondKey,
      choose: ({ section }) => section === "A person takes part",
    });

    expect(withResult(report, "passed").map(({ id }) => id)).toEqual(["handoff/none"]);
    const reasons = new Set(withResult(report, "skipped").map(({ reason }) => reason));
    expect([...reasons]).toEqual(["the agent's view has no handoff: it hands no chat over to a person"]);
  });

  test("never gets more requests than the key's limit allows: the checks wait instead", async () => {
    const { service, options } = await startChecked({ rateLimit: 60 });
    await using _service = service;
    const refused: string[] = [];
    await using proxy = await startSpoilingProxy(service.port, {
      answer: (answer, { path, headers }) => {
        const isOver = answer.status === 429 && /r=0/.test(String(answer.headers["ratelimit"]));
        if (isOver && headers["authorization"] === `Bearer ${service.key}`) refused.push(path);
      },
    });
    const waits: number[] = [];

    const report = await runConformance({
      ...options(proxy.baseUrl),
      onProgress: ({ waitMs }) => waitMs !== undefined && waits.push(waitMs),
    });

    expect(refused).toEqual([]);
    expect(withResult(report, "failed")).toEqual([]);
    expect(withResult(report, "skipped")).toEqual([]);
    expect(Math.max(...waits)).toBeGreaterThan(30_000);
  });
});

describe("a service that does one thing wrong", () => {
  let started: Awaited<ReturnType<typeof startChecked>>;
  beforeAll(async () => {
    started = await startChecked({ rateLimit: 100_000 });
  });
  afterAll(() => started.service[Symbol.asyncDispose]());

  // The keys are known later than the titles, so the faults are created twice.
  const titles = faultsOf({ key: "", secondKey: "" });

  test.each(titles.map(({ what, fails }, index) => ({ what, fails: fails.join(", "), index })))(
    "$what fails $fails",
    async ({ index }) => {
      const { service, secondKey, options } = started;
      const fault = faultsOf({ key: service.key, secondKey })[index];
      if (!fault) throw new Error("the faults are not alike");
      await using proxy = await startSpoilingProxy(service.port, fault.spoil);
      const isMeant = ({ id }: { readonly id: string }) => fault.fails.includes(id);
      // Checks of all earlier responses need some to check.
      const needed = ["config/etag", "refusal/codes", "body/value"];
      const looksBack = fault.fails.some((id) => id.startsWith("every/"));

      const report = await runConformance({
        ...options(proxy.baseUrl),
        choose: (check) => isMeant(check) || (looksBack && needed.includes(check.id)),
      });

      const results = Object.fromEntries(
        report.findings.filter(isMeant).map(({ id, result }) => [id, result]),
      );
      expect(results).toEqual(Object.fromEntries(fault.fails.map((id) => [id, "failed"])));
    },
  );

  test("passes through the proxy if nothing is spoiled", async () => {
    await using proxy = await startSpoilingProxy(started.service.port);
    const report = await runConformance(started.options(proxy.baseUrl));
    expect(withResult(report, "failed")).toEqual([]);
    expect(withResult(report, "skipped")).toEqual([]);
  });

  test("every check has a fault that it must detect", () => {
    const noticed = new Set(titles.flatMap(({ fails }) => fails));
    expect(allChecks.filter(({ id }) => !noticed.has(id)).map(({ id }) => id)).toEqual([]);
  });
});

describe("a service that does everything wrong", () => {
  test("is reported, check by check: none of its responses ends the run", async () => {
    await using wrong = await startWrongServer(200, "{}");
    const report = await runConformance(optionsFor(wrong.baseUrl));
    expect(withResult(report, "failed").length).toBeGreaterThan(40);
    for (const { expected, found } of withResult(report, "failed")) {
      expect(expected).not.toBe("");
      expect(found).not.toBe("");
    }
    for (const { reason } of withResult(report, "skipped")) expect(reason).not.toBe("");
  });

  test.each([
    ["does not know the key", 401, "is unknown to the service"],
    ["does not admit the origin", 403, "is not allowed from this origin"],
    ["has no such path", 404, "no /chat-bot/config"],
  ])("one that %s cannot be checked, and the reason is reported", async (_, status, sentence) => {
    await using wrong = await startWrongServer(status, "{}");
    await expect(runConformance(optionsFor(wrong.baseUrl))).rejects.toThrow(sentence);
  });

  test("one that cannot be reached, or whose key has too low a limit, cannot be checked", async () => {
    await expect(runConformance(optionsFor("http://127.0.0.1:9"))).rejects.toThrow(CannotCheck);
    const { service, options } = await startChecked({ rateLimit: 5 });
    await using _service = service;
    await expect(runConformance(options())).rejects.toThrow("a key with a higher limit");
  });
});

test("every check that refers to docs/wire.md names one of its headings", () => {
  const page = readFileSync(new URL("../../docs/wire.md", import.meta.url), "utf8");
  const headings = new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading));
  const sections = allChecks.filter(({ source }) => source === "wire").map(({ section }) => section);
  expect(sections.length).toBeGreaterThan(0);
  expect(sections.filter((section) => !headings.has(section))).toEqual([]);
  expect(new Set(allChecks.map(({ id }) => id)).size).toBe(allChecks.length);
});

test("a report says what was found for each check", () => {
  const about = { sentence: "It holds.", source: "wire", section: "Rate" } as const;
  const findings: Finding[] = [
    { ...about, id: "a", result: "passed" },
    { ...about, id: "b", result: "failed", expected: "one", found: "two" },
    { ...about, id: "c", result: "skipped", reason: "nothing there" },
  ];
  expect(writeReport({ url: "http://a/", requests: 3, findings })).toEqual([
    "The wire: Rate",
    "  pass  It holds. [a]",
    "  FAIL  It holds. [b]",
    "        expected one",
    "        found    two",
    "  skip  It holds. [c]",
    "        because  nothing there",
    "",
    "1 passed, 1 failed, 1 skipped, with 3 requests to http://a/",
  ]);
});

function optionsFor(baseUrl: string): ConformanceOptions {
  return { baseUrl: new URL(baseUrl), key: "ak_a_b", origin: shop, clock: createJumpingClock() };
}
