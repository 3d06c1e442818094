import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pageOf, startSite } from "../../../test/support/start-site.ts";
import { openCrawl, reasons, shop } from "./open-crawl.ts";

describe("a sitemap", () => {
  const urlset = (...pages: readonly string[]) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages
      .map((page) => `<url><loc>${page}</loc><lastmod>2026-01-01</lastmod></url>`)
      .join("")}</urlset>`;
  const index = (...maps: readonly string[]) =>
    `<sitemapindex>${maps.map((map) => `<sitemap><loc> ${map} </loc></sitemap>`).join("")}</sitemapindex>`;

  test("names the pages that are read, also through an index and packed ones", async () => {
    await using shopping = await openCrawl({
      ...shop,
      "/deep/a?b=1&c=2": pageOf("Query", "Asked with a query."),
    });
    const { site, known } = shopping;
    const { origin } = site;
    site.pages["/sitemap.xml"] = index(`${origin}/one.xml`, `${origin}/two.xml.gz`, `${origin}/three.txt`);
    site.pages["/one.xml"] = urlset(`${origin}/tents`, `${origin}/tents#sizes`);
    site.pages["/two.xml.gz"] = {
      type: "application/gzip",
      body: gzipSync(urlset(`${origin}/stoves`, `${origin}/deep/a?b=1&amp;c=2`)),
    };
    site.pages["/three.txt"] = { type: "text/plain", body: `${origin}/deep/one\n${origin}/deep/two\n` };
    const source = { sitemap: `${origin}/sitemap.xml`, maxPages: 100, exclude: ["two"] };
    const report = await known.knowledge.sync(known.agent([source]));
    expect(report).toMatchObject({ read: 4, faults: [] });
    expect(await shopping.locations()).toEqual(["/deep/a?b=1&c=2", "/deep/one", "/stoves", "/tents"]);
  });

  test("is read no further than its own host", async () => {
    await using shopping = await openCrawl(shop);
    await using other = await startSite({ "/": pageOf("Other", "Foreign words.") });
    const { site, known } = shopping;
    site.pages["/sitemap.xml"] = urlset(`${other.origin}/`, `${site.origin}/tents`);
    const report = await known.knowledge.sync(
      known.agent([{ sitemap: `${site.origin}/sitemap.xml`, maxPages: 9 }]),
    );
    expect(report).toMatchObject({ read: 1 });
    expect(reasons(report)).toEqual({ "/": "It is not on the host of the sitemap that names it." });
    expect(other.asked).toEqual([]);
  });

  test.each([
    ["a web page", "<!doctype html><p>Hello", /This is not a sitemap/],
    [
      "entities that grow",
      `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>`,
      /./,
    ],
    ["a bomb", gzipSync(Buffer.alloc(60 * 1024 * 1024, 32)), /unpacks to more than 50 MB/],
  ])("that is %s names nothing, and what was known stays", async (_, body, reason) => {
    await using shopping = await openCrawl(shop);
    const { site, known } = shopping;
    const agent = known.agent([{ sitemap: `${site.origin}/sitemap.xml`, maxPages: 9 }]);
    site.pages["/sitemap.xml"] = urlset(`${site.origin}/tents`);
    await known.knowledge.sync(agent);
    site.pages["/sitemap.xml"] = { type: "application/xml", body };
    const report = await known.knowledge.sync(agent);
    expect(report.faults[0]?.reason).toMatch(reason);
    expect(report.read).toBe(0);
  });

  test("that is cut off cannot be read: the pages of its missing half stay known", async () => {
    await using shopping = await openCrawl(shop);
    const { site, known } = shopping;
    const agent = known.agent([{ sitemap: `${site.origin}/sitemap.xml`, maxPages: 9 }]);
    const whole = urlset(`${site.origin}/tents`, `${site.origin}/stoves`);
    site.pages["/sitemap.xml"] = whole;
    await known.knowledge.sync(agent);
    site.pages["/sitemap.xml"] = whole.slice(0, whole.indexOf("/stoves"));
    const report = await known.knowledge.sync(agent);
    expect(report.faults[0]?.reason).toMatch(/The sitemap is cut off: its end is missing\./);
    expect(report).toMatchObject({ read: 0, removed: 0 });
    expect(await shopping.locations()).toEqual(["/stoves", "/tents"]);
  });

  test("may have entries that name nothing, namespaces, a comment at its end, or no entries", async () => {
    await using shopping = await openCrawl(shop);
    const { site, known } = shopping;
    const { origin } = site;
    site.pages["/sitemap.xml"] = index(`${origin}/one.xml`, `${origin}/two.xml`, `${origin}/three.xml`);
    site.pages["/one.xml"] =
      `<s:urlset xmlns:s="x"><s:url><s:loc>${origin}/tents</s:loc></s:url></s:urlset>\n<!-- made by a plugin -->`;
    site.pages["/two.xml"] = "<urlset/>";
    site.pages["/three.xml"] = "<urlset><url><loc> </loc></url></urlset >";
    const report = await known.knowledge.sync(
      known.agent([{ sitemap: `${origin}/sitemap.xml`, maxPages: 9 }]),
    );
    expect(report).toMatchObject({ read: 1, faults: [] });
  });

  test.each([
    ["is gone", undefined, /The sitemap \S+\/gone\.xml cannot be read: the server answered 404\./],
    ["is a web page", pageOf("Sorry", "Not here."), /gone\.xml cannot be read\. This is not a sitemap/],
    [
      "is damaged",
      { type: "application/gzip", body: Buffer.from([0x1f, 0x8b, 1, 2]) },
      /It is damaged|damaged/,
    ],
    ["is cut off", urlset("http://127.0.0.2/x").slice(0, -9), /is cut off/],
    ["is an index itself", index("http://127.0.0.2/x.xml"), /an index in an index|not on the host/],
  ])("in an index that %s is named, the others are read, and no page is removed", async (_, page, reason) => {
    await using shopping = await openCrawl(shop);
    const { site, known } = shopping;
    const { origin } = site;
    const agent = known.agent([{ sitemap: `${origin}/sitemap.xml`, maxPages: 9 }]);
    site.pages["/sitemap.xml"] = index(`${origin}/gone.xml`, `${origin}/good.xml`);
    site.pages["/gone.xml"] = urlset(`${origin}/stoves`);
    site.pages["/good.xml"] = urlset(`${origin}/tents`);
    expect(await known.knowledge.sync(agent)).toMatchObject({ read: 2, faults: [] });
    if (page === undefined) delete site.pages["/gone.xml"];
    else site.pages["/gone.xml"] = page;
    site.pages["/good.xml"] = urlset(`${origin}/tents`, `${origin}/deep/two`);
    const report = await known.knowledge.sync(agent);
    expect(report).toMatchObject({ read: 1, unchanged: 1, removed: 0 });
    expect(report.faults.map((fault) => fault.reason).join(" ")).toMatch(reason);
    expect(await shopping.locations()).toEqual(["/deep/two", "/stoves", "/tents"]);
  });

  test("as a text file with a line that is no address names the others", async () => {
    await using shopping = await openCrawl(shop);
    const { site, known } = shopping;
    site.pages["/sitemap.txt"] = {
      type: "text/plain",
      body: `${site.origin}/tents\n/stoves\n${site.origin}/deep/one\n`,
    };
    const report = await known.knowledge.sync(
      known.agent([{ sitemap: `${site.origin}/sitemap.txt`, maxPages: 9 }]),
    );
    expect(report).toMatchObject({ read: 2 });
    expect(report.faults).toEqual([
      { location: "/stoves", reason: "A sitemap names it, but it is not an absolute http or https address." },
    ]);
  });
});
