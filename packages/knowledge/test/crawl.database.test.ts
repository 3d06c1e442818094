import { describe, expect, test } from "vitest";
import { docx } from "../../../test/support/sample-files.ts";
import { pageOf, type SitePage } from "../../../test/support/start-site.ts";
import { makePdf } from "./make-pdf.ts";
import { openCrawl, reasons, shop } from "./open-crawl.ts";

describe("a source of pages", () => {
  test("is read as deep as it says, each page once, with links to its sections", async () => {
    await using shopping = await openCrawl(shop);
    const report = await shopping.sync(shopping.url({ depth: 2 }));
    expect(report).toMatchObject({ read: 4, unchanged: 0, removed: 0, faults: [] });
    expect(shopping.site.paths()).toEqual(["/", "/tents", "/stoves", "/deep/one"]);
    expect(await shopping.locations()).toEqual(["/", "/deep/one", "/stoves", "/tents"]);
    expect(await shopping.texts("How many sleepers?")).toEqual([
      "Tents come for two or four sleepers. (/tents#sizes)",
    ]);
  });

  test("of depth 0 is the page alone", async () => {
    await using shopping = await openCrawl(shop);
    await shopping.sync(shopping.url({ depth: 0 }));
    expect(shopping.site.paths()).toEqual(["/"]);
  });

  test("counts the pages that include and exclude name, and asks for no other", async () => {
    await using shopping = await openCrawl(shop);
    await shopping.sync(shopping.url({ include: ["/tents", "/deep"], exclude: ["two"] }));
    expect(shopping.site.paths()).toEqual(["/", "/tents", "/deep/one"]);
    expect(await shopping.locations()).toEqual(["/deep/one", "/tents"]);
  });

  test("ends at maxPages, and says so", async () => {
    await using shopping = await openCrawl(shop);
    const report = await shopping.sync(shopping.url({ maxPages: 2 }));
    expect(await shopping.locations()).toEqual(["/", "/tents"]);
    expect(report.faults).toEqual([
      { location: `url:${shopping.site.origin}/`, reason: "There are more pages than maxPages (2)." },
    ]);
  });

  test("knows a page once that has several addresses", async () => {
    const tents = '<link rel="canonical" href="/tents"><h1>Tents</h1><p>Tents are green.</p>';
    await using shopping = await openCrawl({
      "/": pageOf("Shop", "Welcome.", "/tents?from=home", "/tents", "/index.html", "/other", "/hidden"),
      "/index.html": pageOf(
        "Shop",
        "Welcome.",
        "/tents?from=home",
        "/tents",
        "/index.html",
        "/other",
        "/hidden",
      ),
      "/tents?from=home": `${tents}<p>You came from home.</p>`,
      "/tents": tents,
      "/other": '<link rel="canonical" href="https://elsewhere.example/x"><p>Not to be found elsewhere.</p>',
      "/hidden": '<meta name="robots" content="noindex"><p>Secret words.</p><a href="/behind">on</a>',
      "/behind": pageOf("Behind", "Behind the hidden page."),
    });
    for (const read of [4, 0]) {
      const report = await shopping.sync(shopping.url());
      expect(report).toMatchObject({ read, unchanged: 4 - read, removed: 0, faults: [] });
      expect(await shopping.locations()).toEqual(["/", "/behind", "/other", "/tents"]);
    }
    expect(await shopping.texts("secret")).toEqual([]);
  });

  test("respects what X-Robots-Tag asks of it, also where only that has changed since the page was read", async () => {
    const asked = (value: string, body: string) => ({
      type: "text/html",
      headers: { "x-robots-tag": value, etag: "" },
      body,
    });
    await using shopping = await openCrawl({
      "/": pageOf("Shop", "Welcome.", "/prices", "/news", "/others"),
      "/prices": pageOf("Prices", "Secret prices.", "/old"),
      "/news": asked("noarchive, nofollow", pageOf("News", "New tents.", "/beyond")),
      "/others": asked(
        "otherbot: noindex, unavailable_after: 1 Jan 2020 00:00:00 GMT",
        pageOf("Others", "For all others."),
      ),
      "/old": pageOf("Old", "Old prices."),
      "/beyond": pageOf("Beyond", "Not reached."),
    });
    await shopping.sync(shopping.url());
    expect(await shopping.locations()).toEqual(["/", "/news", "/old", "/others", "/prices"]);

    shopping.site.pages["/prices"] = asked(
      "otherbot: nofollow, servicechat: noindex",
      pageOf("Prices", "Secret prices.", "/old"),
    );
    await shopping.sync(shopping.url());
    expect(await shopping.locations()).toEqual(["/", "/news", "/old", "/others"]);
    expect(await shopping.texts("secret")).toEqual([]);
  });

  test("asks for no address of more than 2,000 characters, such as a calendar makes without end", async () => {
    await using shopping = await openCrawl({ "/": pageOf("Shop", "Welcome.", `/${"a".repeat(2000)}`, "/b") });
    await shopping.sync(shopping.url());
    expect(shopping.site.paths()).toEqual(["/", "/b 404"]);
  });

  test("reads HTML, Markdown, text, PDF and Word, each by its type, in the encoding it says", async () => {
    const links = ["/a.md", "/b.txt", "/c.pdf", "/d", "/e", "/f.png", "/g"];
    const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    await using shopping = await openCrawl({
      "/": pageOf("Shop", "Welcome.", ...links),
      "/a.md": { type: "text/plain", body: "# Apples\n\n## Kinds\n\nApples are round." },
      "/b.txt": {
        type: "text/plain; charset=iso-8859-1",
        body: Buffer.from("B\xe4ren sind braun.", "latin1"),
      },
      "/c.pdf": {
        type: "application/pdf",
        body: makePdf({ title: "Cherries", pages: ["Cherries are red."] }),
      },
      "/d": { type: word, body: docx("# Dates", "Dates are sweet.") },
      "/e": {
        type: "text/html",
        body: Buffer.from('<meta charset="windows-1252"><p>\x80 5 for elderberries.', "latin1"),
      },
      "/g": { type: "image/png", body: "no text" },
    });
    const report = await shopping.sync(shopping.url());
    expect(report).toMatchObject({ read: 6 });
    expect(reasons(report)).toEqual({ "/g": "Pages of type image/png are not read." });
    expect(shopping.site.paths()).not.toContain("/f.png 404");
    expect(await shopping.texts("apples")).toEqual(["Apples are round. (/a.md)"]);
    expect(await shopping.texts("Bären")).toEqual(["Bären sind braun. (/b.txt)"]);
    expect(await shopping.texts("cherries")).toEqual(["Cherries are red. (/c.pdf#page=1)"]);
    expect(await shopping.texts("dates")).toEqual(["Dates are sweet. (/d)"]);
    expect(await shopping.texts("elderberries")).toEqual(["€ 5 for elderberries. (/e)"]);
  });

  test("loses what a reader cannot see", async () => {
    const unseen = String.fromCodePoint(0xe0069, 0xe0067, 0x202e);
    await using shopping = await openCrawl({ "/": pageOf("Shop", `Tents${unseen} are green.`) });
    await shopping.sync(shopping.url());
    expect(await shopping.texts("tents")).toEqual(["Tents are green. (/)"]);
  });
});

describe("robots.txt", () => {
  const robots = (body: string): SitePage => ({ type: "text/plain", body });

  test("is asked for first and obeyed, by our own name", async () => {
    await using shopping = await openCrawl({
      ...shop,
      "/robots.txt": robots("User-agent: ServiceChat\nDisallow: /deep/\nUser-agent: *\nDisallow: /"),
    });
    const report = await shopping.sync(shopping.url());
    expect(shopping.site.asked[0]).toMatchObject({ path: "/robots.txt" });
    expect(shopping.site.asked[0]?.headers["user-agent"]).toMatch(/^ServiceChat /);
    expect(shopping.site.paths()).toEqual(["/", "/tents", "/stoves"]);
    expect(reasons(report)).toEqual({ "/deep/one": "robots.txt does not allow it to be read." });
  });

  test("that forbids everything leaves nothing", async () => {
    await using shopping = await openCrawl(shop);
    await shopping.sync(shopping.url());
    shopping.site.paths();
    shopping.site.pages["/robots.txt"] = robots("User-agent: *\nDisallow: /");
    expect(await shopping.sync(shopping.url())).toMatchObject({ removed: 5 });
    expect(shopping.site.paths()).toEqual([]);
  });

  test("asks for pauses, which are made before each further request", async () => {
    await using shopping = await openCrawl({
      ...shop,
      "/robots.txt": robots("User-agent: *\nCrawl-delay: 0.01"),
    });
    await shopping.sync(shopping.url());
    expect(shopping.known.waits.filter((ms) => ms === 10)).toHaveLength(5);
  });

  test.for([503, 429])(
    "that is answered with %i keeps everything from being asked for, and from being forgotten",
    async (status) => {
      await using shopping = await openCrawl(shop);
      await shopping.sync(shopping.url());
      shopping.site.paths();
      shopping.site.pages["/robots.txt"] = { status };
      const report = await shopping.sync(shopping.url());
      expect(report).toMatchObject({ read: 0, unchanged: 0, removed: 0 });
      expect(report.faults).toEqual([
        {
          location: `${shopping.site.origin}/`,
          reason: `robots.txt cannot be read: the server answered ${status}. What was already known from this source is kept.`,
        },
      ]);
      expect(shopping.site.paths()).toEqual([]);
      expect(await shopping.locations()).toHaveLength(5);
    },
  );
});
