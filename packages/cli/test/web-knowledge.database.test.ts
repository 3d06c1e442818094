import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { node, program } from "../../../test/support/run-command.ts";
import { spawnService } from "../../../test/support/spawn-service.ts";
import { pageOf, startSite } from "../../../test/support/start-site.ts";
import { newOperator } from "./run-program.ts";

/** The test sites are at 127.0.0.2, which an operator would have to allow. */
const allowed = { SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.2/32" };
const examples = new URL("../../../examples/agents/", import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, examples), "utf8");

const help = {
  "/": pageOf("Help", "Welcome to the help.", "/tents", "/print/tents", "/gone"),
  "/tents": pageOf("Tents", "Tents are green."),
  "/print/tents": pageOf("Print", "Tents in print."),
};

const agentWith = (url: string, more = {}) =>
  JSON.stringify({
    id: "help",
    name: "Help",
    model: { provider: "extractive" },
    knowledge: { sources: [{ url, depth: 2 }], ...more },
  });

test("the example with web sources reads a site, and reports the result for each page", async () => {
  await using operator = await newOperator();
  await using site = await startSite(help);
  const run = (...words: string[]) => operator.runWith(allowed, ...words);
  const { origin } = site;
  site.pages["/blog/sitemap.xml"] = {
    type: "application/xml",
    body: `<urlset><url><loc>${origin}/blog/lamps</loc></url><url><loc>${origin}/shop</loc></url></urlset>`,
  };
  site.pages["/blog/lamps"] = pageOf("Lamps", "Lamps shine for ten hours.");
  const yaml = textOf("web-knowledge.yaml").replaceAll("https://help.acme.example", origin);
  const file = await operator.write("agent.yaml", yaml);

  const applied = await run("agent", "apply", file);
  expect(applied.code).toBe(0);
  expect(applied.out).toContain("Knowledge: 3 read (3 passages), 0 unchanged, 0 removed.");
  expect(applied.out).toContain(`${origin}/gone: Not found: the server answered 404.`);

  const listed = await run("knowledge", "list", "web-knowledge");
  for (const path of ["/", "/tents", "/blog/lamps"]) expect(listed.out).toContain(`${origin}${path} `);
  expect(listed.out).not.toContain("/print/");

  delete (site.pages as Record<string, unknown>)["/tents"];
  const synced = await run("knowledge", "sync", "web-knowledge", "--pages");
  expect(synced.out.split("\n")).toEqual(
    expect.arrayContaining([
      `unchanged  ${origin}/`,
      `removed    ${origin}/tents  Not found: the server answered 404.`,
      `failed     ${origin}/gone  Not found: the server answered 404.`,
      `unchanged  ${origin}/blog/lamps`,
      "Knowledge: 0 read (0 passages), 2 unchanged, 1 removed.",
    ]),
  );
  const json = await run("knowledge", "sync", "web-knowledge", "--json");
  expect(JSON.parse(json.out)).toMatchObject({
    read: 0,
    unchanged: 2,
    removed: 0,
    pages: expect.arrayContaining([{ address: `${origin}/`, outcome: "unchanged" }]) as unknown,
  });
});

test("the example with embeddings is evaluated over crawled pages, in each ranking", async () => {
  await using operator = await newOperator();
  await using site = await startSite({
    "/": pageOf("Help", "Welcome to the help.", "/tents", "/lamps"),
    "/tents": pageOf("Tents", "Our largest tent has room for a family of six to sleep."),
    "/lamps": pageOf("Lamps", "A lamp with warm light for books after dark."),
  });
  const yaml = textOf("by-meaning.yaml").replaceAll("https://help.acme.example", site.origin);
  const file = await operator.write("agent.yaml", yaml);
  const applied = await operator.runWith(allowed, "agent", "apply", file);
  expect(applied.out).toContain("Knowledge: 3 read (3 passages), 0 unchanged, 0 removed.");

  const questions = await operator.write("questions.yaml", textOf("../questions.yaml"));
  const { out } = await operator.runWith(allowed, "knowledge", "eval", "by-meaning", questions, "--json");
  expect(JSON.parse(out)).toMatchObject({
    questions: 3,
    unknownPages: [],
    rankings: ["words", "vectors", "both"].map((ranking) => ({ ranking, recall: { "5": 1 } })),
    answers: [{ shown: true }, { right: expect.any(Boolean) }, { declined: true }],
  });
});

test("an address that is not public is reached only if the operator allows its network", async () => {
  await using operator = await newOperator();
  await using site = await startSite(help);
  const file = await operator.write("agent.json", agentWith(`${site.origin}/`));
  const { out } = await operator.run("agent", "apply", file);
  expect(out).toContain("127.0.0.2 leads to 127.0.0.2, which is not a public address.");
  expect(site.asked).toEqual([]);
});

test("a killed sync continues where it was", async () => {
  await using operator = await newOperator();
  const paths = Array.from({ length: 12 }, (_, index) => `/page-${index}`);
  const pages = Object.fromEntries(paths.map((path) => [path, pageOf(path, `Words of ${path}.`)]));
  await using site = await startSite({ "/": pageOf("Start", "All pages.", ...paths), ...pages });
  const file = await operator.write("agent.json", agentWith(`${site.origin}/`));

  const env = { PATH: process.env["PATH"], HOME: operator.folder, ...allowed };
  const syncing = spawn(node, [program, "agent", "apply", file], {
    cwd: operator.folder,
    env,
    stdio: "ignore",
  });
  const ended = once(syncing, "exit");
  await site.until(6);
  syncing.kill("SIGKILL");
  await ended;
  const before = site.paths();

  const applied = await operator.runWith(allowed, "agent", "apply", file, "--json");
  const after = site.paths();
  expect(JSON.parse(applied.out)).toMatchObject({ knowledge: { faults: [], removed: 0 } });
  // Only the page that was being read when the process died may be requested again.
  const again = after.filter((path) => before.includes(path));
  expect(again.length).toBeLessThanOrEqual(1);
  expect(new Set([...before, ...after])).toEqual(new Set(["/", ...paths]));
  const listed = await operator.runWith(allowed, "knowledge", "list", "help", "--json");
  expect(JSON.parse(listed.out)).toHaveLength(13);
});

test("a running service refreshes web sources automatically, names the agent, and answers in the meantime", async () => {
  await using site = await startSite(help);
  await using service = await spawnService({
    model: { provider: "extractive" },
    agent: { knowledge: { sources: [{ url: `${site.origin}/`, depth: 1 }], resyncHours: 0.0002 } },
    settings: allowed,
  });
  await service.start();
  site.paths();
  site.pages["/tents"] = pageOf("Tents", "Tents are orange now.");
  await site.until(4);
  expect((await service.fetch("/chat-bot/config")).status).toBe(200);
  const found = async () =>
    (await service.command("knowledge", "search", "acme", "tents orange", "--json")).stdout;
  await expect.poll(found).toContain("orange");
  // Pages are found as soon as each is read, the end is logged when all are.
  const said = () =>
    service
      .log()
      .split("\n")
      .find((each) => each.includes("web sources were read again"));
  await expect.poll(said).toBeDefined();
  const line = said();
  expect(JSON.parse(line ?? "{}")).toMatchObject({ agentId: "acme" });
});
