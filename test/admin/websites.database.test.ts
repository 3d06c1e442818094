import { request } from "node:http";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import type { PreviewLine, SyncProgress } from "@servicechat/contract/admin";
import { agentFile } from "../support/admin-bodies.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { consoleUrl, startConsole } from "../support/start-console.ts";
import type { TestConsole } from "../support/start-console.ts";
import { pageOf, startSite } from "../support/start-site.ts";

/** A site with a page of every kind. `/held` answers when the test says so. */
async function startShop() {
  const held: ServerResponse[] = [];
  const site = await startSite({
    "/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /hidden" },
    "/": pageOf(
      "Shop",
      "Welcome to the shop of tents.",
      "/tents",
      "/loop",
      "/hidden",
      "/private",
      "/scripts",
      "/old/one",
    ),
    "/tents": pageOf("Tents", "Tents are green and have four poles."),
    "/loop": { status: 302, headers: { location: "/loop" } },
    "/private": `<!doctype html><head><meta name="robots" content="noindex"></head><p>Secret.</p>`,
    "/scripts": `<!doctype html><title>App</title><body><div id="root"></div><script>1</script></body>`,
    "/slow": pageOf("Slow", "Stoves burn alcohol.", "/held"),
    "/held": { answer: (response) => void held.push(response) },
  });
  return {
    ...site,
    held,
    release: () => held.splice(0).forEach((response) => response.writeHead(404).end()),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as PreviewLine);

const start = (nodes: number) => startConsole({ nodes, siteNetworks: ["127.0.0.2/32"] });

/** A request whose answer is not waited for. */
function beginPreview({ port }: TestConsole, cookie: string, url: string) {
  const headers = {
    host: new URL(consoleUrl).host,
    origin: consoleUrl,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
    cookie,
  };
  const sent = request({ port, method: "POST", path: "/console/api/knowledge/preview", headers });
  const begun = new Promise((resolve, reject) => sent.once("response", resolve).once("error", reject));
  sent.end(JSON.stringify({ source: { url } }));
  return { begun, leave: () => sent.destroy() };
}

test("a preview shows what would be read, what is left out and what fails, stores nothing, and reaches nothing private", async () => {
  await using site = await startShop();
  await using console = await start(1);
  const { cookie } = await console.signIn("editor", ["acme-support"]);
  const preview = (source: object) =>
    console.ask("POST", "/console/api/knowledge/preview", { cookie, body: { source } });

  const answer = await preview({ url: `${site.origin}/`, depth: 2, exclude: ["/old"] });
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
  const lines = linesOf(answer.text);
  expect(lines.at(-1)).toEqual({ end: { pages: 2, more: false } });
  const pages = lines.flatMap((line) => ("page" in line ? [line.page] : []));
  expect(
    Object.fromEntries(
      pages.map(({ url, state, title, words, reason }) => [
        url.replace(site.origin, ""),
        [state, title, words, reason],
      ]),
    ),
  ).toEqual({
    "/": ["read", "Shop", expect.any(Number), null],
    "/tents": ["read", "Tents", expect.any(Number), null],
    "/loop": ["failed", null, 0, "It redirects more than 5 times."],
    "/hidden": ["excluded", null, 0, "robots.txt does not allow it to be read."],
    "/private": ["excluded", null, 0, "It asks not to be indexed (noindex)."],
    "/scripts": ["failed", null, 0, expect.stringContaining("It has no text.")],
    "/old/one": ["excluded", null, 0, "The source's include or exclude patterns leave it out."],
  });
  expect(site.asked.map(({ path }) => path)).not.toContain("/hidden");
  expect(await console.storage.knowledge.documents("acme-support")).toEqual([]);

  for (const url of ["http://127.0.0.1:9/", "http://[::1]:9/", "http://169.254.169.254/latest/"]) {
    const refused = linesOf((await preview({ url })).text);
    expect(refused).toEqual([
      {
        page: expect.objectContaining({
          state: "failed",
          reason: expect.stringContaining("may not be reached"),
        }),
      },
      { end: { pages: 0, more: false } },
    ]);
  }
  const wrong = await Promise.all([{ files: "*.md" }, { url: "file:///etc/passwd" }, {}].map(preview));
  expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400]);

  const open = [1, 2].map(() => beginPreview(console, cookie, `${site.origin}/held`));
  await Promise.all(open.map(({ begun }) => begun));
  expect(await preview({ url: `${site.origin}/` })).toMatchObject({
    status: 429,
    body: { code: "rate_limited" },
  });
  // A browser that goes away gives its place back.
  for (const { leave } of open) leave();
  await expect
    .poll(async () => (await preview({ url: `${site.origin}/loop` })).status, { timeout: 60_000 })
    .toBe(200);
});

onOneAndTwoNodes("the sources of an agent that is applied", (nodes) => {
  test("are read at once; every node says how far it is, and a stop keeps what was read", async () => {
    await using site = await startShop();
    await using console = await start(nodes);
    const { cookie } = await console.signIn("owner");
    const agent = "/console/api/agents/shop";
    const apply = (path: string, headers: Record<string, string>) => {
      const source = `{url: "${site.origin}${path}", depth: 2}`;
      const file = `${agentFile("shop")}knowledge:\n  sources: [${source}]\n`;
      return console.ask("PUT", agent, { cookie, body: { file }, headers });
    };
    const progress = async () =>
      (await console.ask("GET", `${agent}/knowledge/sync`, { cookie })).body as SyncProgress;
    const sources = async () => {
      const { items } = (await console.ask("GET", `${agent}/knowledge`, { cookie })).body;
      return (items as { location: string; state: string; reason: string; kind: string }[]).map(
        ({ location, state, reason, kind }) => [location.replace(site.origin, ""), state, reason, kind],
      );
    };

    const created = await apply("/slow", { "if-none-match": "*" });
    expect(created.status).toBe(201);
    await expect.poll(() => site.held.length, { timeout: 90_000 }).toBe(1);
    // The connection of one page is held: the next look sees what the reading node wrote, on any node.
    for (let each = 0; each < nodes; each++)
      await expect
        .poll(progress, { timeout: 90_000 })
        .toMatchObject({ running: true, done: 1, total: 2, source: `url:${site.origin}/slow` });

    const stopped = await console.ask("POST", `${agent}/knowledge/sync/stop`, { cookie });
    expect(stopped).toMatchObject({
      status: 200,
      body: { running: false, lastResult: { added: 1, failed: 0 } },
    });
    expect(await progress()).toMatchObject({ running: false, startedAt: null, nextAt: expect.any(String) });
    site.release();
    expect(await sources()).toEqual([["/slow", "read", null, "page"]]);
    const again = await console.ask("POST", `${agent}/knowledge/sync/stop`, { cookie });
    expect(again.body).toEqual(await progress());

    const changed = await apply("/", { "if-match": created.headers.etag ?? "" });
    expect(changed.status).toBe(200);
    await expect.poll(progress, { timeout: 90_000 }).toMatchObject({
      running: false,
      lastResult: { added: 2, changed: 0, removed: 1, failed: 4, same: 0 },
    });
    expect(await sources()).toEqual([
      ["/", "read", null, "page"],
      ["/hidden", "failed", "robots.txt does not allow it to be read.", "page"],
      ["/loop", "failed", "It redirects more than 5 times.", "page"],
      ["/old/one", "failed", "Not found: the server answered 404.", "page"],
      ["/scripts", "failed", expect.stringContaining("It has no text."), "page"],
      ["/tents", "read", null, "page"],
    ]);

    // A page that fails keeps its former text.
    site.pages["/tents"] = { status: 503 };
    await console.ask("POST", `${agent}/knowledge/sync`, { cookie });
    expect((await sources()).at(-1)).toEqual(["/tents", "failed", "The server answered 503.", "page"]);
    const found = await console.ask("GET", `${agent}/knowledge/search?q=poles`, { cookie });
    expect(found.body.items[0]).toMatchObject({ text: expect.stringContaining("four poles") });
    expect((await progress()).lastResult).toMatchObject({ same: 1, failed: 5 });
  });
});
