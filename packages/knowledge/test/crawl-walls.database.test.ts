import { expect, test } from "vitest";
import { openCrawl, reasons } from "./open-crawl.ts";
import { openKnowledge } from "./open-knowledge.ts";
import { pageOf, startSite } from "../../../test/support/start-site.ts";

/* Addresses that a page, a sitemap or an operator's mistake may name, and nothing may reach: promise 35, through the
   whole crawl. */

const metadata = "http://169.254.169.254/latest/meta-data/";
const redirect = (to: string) => ({ status: 302, headers: { location: to } });

test("Promise 35: no page leads a crawl to where it may not go; the rest is read", async () => {
  await using trap = await startSite({ "/": pageOf("Secret", "Secret words.") }, { address: "127.0.0.1" });
  const { port } = new URL(trap.origin);
  const elsewhere = [
    `http://127.0.0.1:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://localhost:${port}/`,
    `http://inner.example:${port}/`,
    metadata,
    "file:///etc/passwd",
    "gopher://127.0.0.1/",
  ];
  const paths = elsewhere.map((_, index) => `/to-${index}`);
  await using site = await startSite({
    "/": pageOf("Shop", "Welcome.", ...paths, ...elsewhere, "/hop", "/last"),
    "/last": pageOf("Last", "The last words."),
    "/hop": redirect("/hop-2"),
    "/hop-2": redirect(metadata),
    "/robots.txt": { type: "text/plain", body: `Sitemap: ${metadata}\n` },
    ...Object.fromEntries(paths.map((path, index) => [path, redirect(elsewhere[index] ?? "")])),
  });
  await using known = await openKnowledge({ resolve: () => Promise.resolve(["127.0.0.1"]) });

  const source = { url: `${site.origin}/`, depth: 2, maxPages: 100 };
  const report = await known.knowledge.sync(known.agent([source]));
  expect(trap.asked).toEqual([]);
  expect(report.read).toBe(2);
  const failed = report.pages.filter(({ outcome }) => outcome === "failed");
  expect(failed.map(({ address }) => new URL(address).pathname)).toEqual([...paths, "/hop"]);
  for (const { reason } of failed)
    expect(reason).toMatch(/^(It redirects to another host: |This address may not be reached: )/);
  expect(await known.knowledge.search("shop", "secret words", 5)).not.toContainEqual(
    expect.objectContaining({ title: "Secret" }),
  );
});

test("no sitemap leads a crawl to where it may not go; the rest is read", async () => {
  await using trap = await startSite({ "/": pageOf("Secret", "Secret words.") }, { address: "127.0.0.1" });
  const entries = [metadata, `${trap.origin}/`, "http://[::1]/", "file:///etc/passwd", "/relative"];
  await using site = await startSite({ "/tents": pageOf("Tents", "Tents are green.") });
  const list = (name: string, ...addresses: readonly string[]) =>
    addresses.map((address) => `<${name}><loc>${address}</loc></${name}>`).join("");
  site.pages["/index.xml"] =
    `<sitemapindex>${list("sitemap", `${trap.origin}/`, metadata, `${site.origin}/pages.xml`)}</sitemapindex>`;
  site.pages["/pages.xml"] = `<urlset>${list("url", ...entries, `${site.origin}/tents`)}</urlset>`;
  await using known = await openKnowledge();

  const source = { sitemap: `${site.origin}/index.xml`, maxPages: 100 };
  const report = await known.knowledge.sync(known.agent([source]));
  expect(trap.asked).toEqual([]);
  expect(report.read).toBe(1);
  expect(report.faults.map(({ location }) => location)).toEqual([`${trap.origin}/`, metadata, ...entries]);
});

test.each([
  "http://127.0.0.1/",
  "http://0177.0.0.1/",
  "http://[::1]/",
  "http://[::ffff:7f00:1]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1/",
  "http://100.64.0.1/",
  "http://[fd00::1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://inner.example/",
])("a source at %s is refused, as a page and as a sitemap", async (url) => {
  await using known = await openKnowledge({ resolve: () => Promise.resolve(["127.0.0.1"]) });
  const sources = [
    { url, depth: 1, maxPages: 9 },
    { sitemap: url, maxPages: 9 },
  ];
  const report = await known.knowledge.sync(known.agent(sources));
  expect(report.read).toBe(0);
  expect(report.faults).toHaveLength(2);
  for (const { reason } of report.faults)
    expect(reason).toMatch(/^robots\.txt cannot be read\. This address may not be reached: /);
});

test("a page whose redirect may be followed by its host is checked again at its address", async () => {
  const answers = [["127.0.0.2"], ["127.0.0.2"], ["127.0.0.1"]];
  await using trap = await startSite({}, { address: "127.0.0.1" });
  await using site = await startSite({
    "/": { ...pageAnswer("Shop", "/next"), headers: { connection: "close" } },
    "/robots.txt": { type: "text/plain", body: "", headers: { connection: "close" } },
    "/next": pageOf("Next", "Next words."),
  });
  await using known = await openKnowledge({
    resolve: () => Promise.resolve(answers.shift() ?? ["127.0.0.1"]),
  });
  const url = `http://shop.example:${new URL(site.origin).port}/`;
  const report = await known.knowledge.sync(known.agent([{ url, depth: 1, maxPages: 9 }]));
  expect(report).toMatchObject({ read: 1 });
  expect(report.faults).toEqual([
    {
      location: `${url}next`,
      reason:
        "This address may not be reached: shop.example leads to 127.0.0.1, which is not a public address.",
    },
  ]);
  expect(trap.asked).toEqual([]);
});

const pageAnswer = (title: string, link: string) => ({ body: pageOf(title, "Some words.", link) });

test("no link leads a crawl to another host, though that could be reached, and no page speaks for one", async () => {
  await using other = await startSite({ "/": pageOf("Other", "Words of others.") });
  const canonical = `<link rel="canonical" href="${other.origin}/mine">`;
  await using crawl = await openCrawl({
    "/": pageOf("Shop", "Welcome.", `${other.origin}/`, "/mine"),
    "/mine": `<!doctype html><title>Mine</title>${canonical}<main><h1>Mine</h1><p>Words of ours.</p></main>`,
  });
  expect(await crawl.sync(crawl.url())).toMatchObject({ read: 2, faults: [] });
  expect(other.asked).toEqual([]);
  expect(await crawl.locations()).toEqual(["/", "/mine"]);
});

test("a page may have 5 MB, and is not read when it has more", async () => {
  const page = (bytes: number) => {
    const [head, tail] = ["<!doctype html><title>Long</title><main><p>Tents are long.</p><!--", "--></main>"];
    return head + "x".repeat(bytes - head.length - tail.length) + tail;
  };
  const max = 5 * 1024 * 1024;
  await using crawl = await openCrawl({
    "/": pageOf("Shop", "Welcome.", "/most", "/more"),
    "/most": page(max),
    "/more": page(max + 1),
  });
  const report = await crawl.sync(crawl.url());
  expect(reasons(report)).toEqual({ "/more": "It is larger than 5 MB." });
  expect(report.read).toBe(2);
});
