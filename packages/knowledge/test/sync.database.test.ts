import {
  appendFile,
  mkdtemp,
  rm,
  stat,
  symlink,
  truncate,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makePdf } from "./make-pdf.ts";
import { openKnowledge, type OpenKnowledge } from "./open-knowledge.ts";

const none = { notes: [], faults: [], pages: [] };
const nothing = { read: 0, unchanged: 0, removed: 0, passages: 0, wordings: 0, ...none };

const everything = { files: "./docs/**/*" };
const reasonsOf = (report: { faults: readonly { location: string; reason: string }[] }) =>
  Object.fromEntries(report.faults.map(({ location, reason }) => [location, reason]));
const locations = async ({ store }: OpenKnowledge) =>
  (await store.documents("shop")).map(({ location }) => location);
const urls = async ({ store }: OpenKnowledge) =>
  Object.fromEntries((await store.documents("shop")).map(({ location, url }) => [location, url]));

describe("what is read", () => {
  test("Markdown, HTML, text and PDF files become documents with titles", async () => {
    await using open = await openKnowledge();
    await open.write({
      "docs/a.md": "# Apples\n\nAn apple a day.",
      "docs/b.html": "<title>Bananas</title><p>A banana is yellow.</p>",
      "docs/sub/opening-hours.txt": "Open all day.",
      "docs/d.PDF": makePdf({ title: "Dates", pages: ["A date is sweet", "Figs are on page two"] }),
    });
    const report = await open.knowledge.sync(open.agent([everything]));

    expect(report).toEqual({ ...nothing, read: 4, passages: 5 });
    const titles = (await open.store.documents("shop")).map(({ title }) => title);
    expect(titles).toEqual(["Apples", "Bananas", "Dates", "Opening hours"]);
  });

  test("a passage of a PDF links to its page", async () => {
    await using open = await openKnowledge();
    await open.write({
      "docs/d.pdf": makePdf({ title: "Dates", pages: ["A date", "Figs are on page two"] }),
    });
    await open.knowledge.sync(open.agent([{ ...everything, linkBase: "https://a.example/files" }]));

    const [found] = await open.knowledge.search("shop", "figs", 1);
    expect(found?.url).toBe("https://a.example/files/d.pdf#page=2");
    expect(found?.headings).toEqual(["Dates", "Page 2"]);
  });

  test("hidden folders and node_modules are left out, unless the pattern names them", async () => {
    await using open = await openKnowledge();
    await open.write({
      "docs/a.md": "A",
      "docs/.hidden/b.md": "B",
      "docs/node_modules/c.md": "C",
      "docs/.d.md": "D",
    });
    await open.knowledge.sync(open.agent([{ files: "docs/**/*.md" }]));
    expect(await locations(open)).toEqual(["docs/a.md"]);
    await open.knowledge.sync(open.agent([{ files: "docs/.hidden/*.md" }]));
    expect(await locations(open)).toEqual(["docs/.hidden/b.md"]);
  });

  test("a link that leads out of the folder is not followed, unless the pattern names it", async () => {
    await using open = await openKnowledge();
    const outside = await mkdtemp(join(tmpdir(), "servicechat-outside-"));
    await writeFile(join(outside, "secret.md"), "Secret words");
    await open.write({ "docs/a.md": "A" });
    await symlink(join(outside, "secret.md"), join(open.folder, "docs/file.md"));
    await symlink(outside, join(open.folder, "docs/folder"));

    await open.knowledge.sync(open.agent([{ files: "docs/**/*.md" }, { files: "docs/*/*.md" }]));
    expect(await locations(open)).toEqual(["docs/a.md"]);
    await open.knowledge.sync(open.agent([{ files: "docs/file.md" }, { files: "docs/folder/*.md" }]));
    expect(await locations(open)).toEqual(["docs/file.md", "docs/folder/secret.md"]);
    await rm(outside, { recursive: true });
  });

  test("a file that two sources find is read once, for the first of them", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/a.md": "A" });
    const report = await open.knowledge.sync(
      open.agent([{ files: "docs/a.md", linkBase: "https://one.example/" }, { files: "docs/*.md" }]),
    );
    expect(report.read).toBe(1);
    expect(await urls(open)).toEqual({ "docs/a.md": "https://one.example/a.md" });
  });
});

describe("addresses", () => {
  test("front matter and the canonical link win over linkBase; without any there is none", async () => {
    await using open = await openKnowledge();
    await open.write({
      "docs/own.md": "---\nurl: https://own.example/page#part\n---\nOwn words",
      "docs/canonical.html": '<link rel="canonical" href="https://c.example/c"><p>Canonical words</p>',
      "docs/odd.html": '<link rel="canonical" href="javascript:alert(1)"><p>Odd words</p>',
      "docs/sub dir/ä.md": "Base words",
      "plain.md": "Plain words",
    });
    await open.knowledge.sync(
      open.agent([{ ...everything, linkBase: "https://base.example/help" }, { files: "plain.md" }]),
    );
    expect(await urls(open)).toEqual({
      "docs/own.md": "https://own.example/page",
      "docs/canonical.html": "https://c.example/c",
      "docs/odd.html": "https://base.example/help/odd.html",
      "docs/sub dir/ä.md": "https://base.example/help/sub%20dir/%C3%A4.md",
      "plain.md": null,
    });
  });

  test("a changed linkBase writes the address and reads nothing, and leaves alone what names its own", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/a.md": "Apples", "docs/b.md": "---\nurl: https://own.example/b\n---\nBananas" });
    await open.knowledge.sync(open.agent([{ ...everything, linkBase: "https://one.example" }]));
    open.writes.length = 0;

    const report = await open.knowledge.sync(
      open.agent([{ ...everything, linkBase: "https://two.example" }]),
    );
    expect(report).toMatchObject({ read: 0, unchanged: 2 });
    expect(open.writes).toEqual(["touch docs/a.md"]);
    expect(await urls(open)).toEqual({
      "docs/a.md": "https://two.example/a.md",
      "docs/b.md": "https://own.example/b",
    });
  });
});

describe("what changed", () => {
  test("an unchanged folder writes nothing", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/a.md": "Apples" });
    await open.knowledge.sync(open.agent([everything]));
    open.writes.length = 0;
    const report = await open.knowledge.sync(open.agent([everything]));
    expect(report).toEqual({ ...nothing, unchanged: 1 });
    expect(open.writes).toEqual([]);
  });

  test("a file of the same size and time is not opened", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/a.md": "Apples" });
    const at = new Date(1_700_000_000_000);
    await utimes(join(open.folder, "docs/a.md"), at, at);
    await open.knowledge.sync(open.agent([everything]));

    await open.write({ "docs/a.md": "Grapes" });
    await utimes(join(open.folder, "docs/a.md"), at, at);
    await open.knowledge.sync(open.agent([everything]));
    expect(await open.knowledge.search("shop", "grapes", 1)).toEqual([]);
    expect(await open.knowledge.search("shop", "apples", 1)).toHaveLength(1);
  });

  test("a file with a new time and the same content is only noted", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/a.md": "Apples" });
    await open.knowledge.sync(open.agent([everything]));
    await utimes(join(open.folder, "docs/a.md"), 1, 1);
    open.writes.length = 0;

    expect(await open.knowledge.sync(open.agent([everything]))).toMatchObject({ read: 0, unchanged: 1 });
    expect(open.writes).toEqual(["touch docs/a.md"]);
    expect(await open.knowledge.sync(open.agent([everything]))).toMatchObject({ read: 0, unchanged: 1 });
    expect(open.writes).toEqual(["touch docs/a.md"]);
  });

  test("a file that another source finds now is noted as that one's, and not read again", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/a.md": "A" });
    await open.knowledge.sync(open.agent([everything]));
    const report = await open.knowledge.sync(open.agent([{ files: "./docs/*.md" }]));
    expect(report).toMatchObject({ read: 0, unchanged: 1, removed: 0 });
    const sources = (await open.store.documents("shop")).map(({ source }) => source);
    expect(sources).toEqual(["files:./docs/*.md"]);
  });

  test("a changed file is read again under its id, and a removed one is forgotten", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/a.md": "Apples", "docs/b.md": "Bananas" });
    await open.knowledge.sync(open.agent([everything]));
    const before = await open.store.documents("shop");
    await open.write({ "docs/a.md": "Apricots and more" });
    await unlink(join(open.folder, "docs/b.md"));

    expect(await open.knowledge.sync(open.agent([everything]))).toMatchObject({ read: 1, removed: 1 });
    const after = await open.store.documents("shop");
    expect(after.map(({ id }) => id)).toEqual([before[0]?.id]);
    expect(await open.knowledge.search("shop", "apples bananas", 5)).toEqual([]);
    expect(await open.knowledge.search("shop", "apricots", 5)).toHaveLength(1);
  });
});

describe("faults", () => {
  test("a file that cannot be read is named with the reason, and the rest continues", async () => {
    await using open = await openKnowledge();
    await open.write({
      "docs/good.md": "Good words",
      "docs/empty.md": "",
      "docs/blank.md": " \n\n<!-- nothing -->\n",
      "docs/latin.txt": Uint8Array.of(0x67, 0xfc, 0x6e),
      "docs/locked.pdf": makePdf({ title: "T", pages: ["Secret"], encrypted: true }),
      "docs/scan.pdf": makePdf({ title: "T", pages: [""] }),
      "docs/broken.pdf": "This is no PDF",
      "docs/picture.png": "PNG",
      "docs/address.md": "---\nurl: javascript:alert(1)\n---\nWords",
      "docs/matter.md": "---\ntitle: [\n---\nWords",
      "docs/large.txt": "x",
    });
    await truncate(join(open.folder, "docs/large.txt"), 20 * 1024 * 1024 + 1);
    const report = await open.knowledge.sync(open.agent([everything]));

    expect(report.read).toBe(1);
    expect(reasonsOf(report)).toEqual({
      "docs/empty.md": "The file is empty.",
      "docs/blank.md": "The file has no text.",
      "docs/latin.txt": "The file is not valid UTF-8. Save it as UTF-8 and sync again.",
      "docs/locked.pdf": "The PDF is password-protected.",
      "docs/scan.pdf": "The PDF has no text in it; it may be a scan.",
      "docs/broken.pdf": "The file is not a readable PDF.",
      "docs/picture.png":
        "This type of file cannot be read. Allowed types: .md, .markdown, .html, .htm, .txt, .csv, .pdf, .docx.",
      "docs/address.md": "The front matter's 'url' must be an absolute http or https address.",
      "docs/matter.md": "The front matter between the '---' lines is not valid YAML.",
      "docs/large.txt": "The file is larger than 20 MB.",
    });
    expect(await locations(open)).toEqual(["docs/good.md"]);
  });

  test("a file of exactly 20 MB is read, and so is one of a single character", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/full.txt": "Apples", "docs/one.txt": "x" });
    await appendFile(join(open.folder, "docs/full.txt"), Buffer.alloc(20 * 1024 * 1024 - 6, "\n"));
    const report = await open.knowledge.sync(open.agent([everything]));
    expect(report).toMatchObject({ read: 2, faults: [] });
    expect(await open.knowledge.search("shop", "apples", 5)).toHaveLength(1);
  });

  test("a source that matches nothing, or names a folder, is a fault that names the pattern", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/a.md": "A" });
    const report = await open.knowledge.sync(open.agent([{ files: "./none/**/*.md" }, { files: "./docs/" }]));
    expect(reasonsOf(report)).toEqual({
      "./none/**/*.md": "No file matches this pattern.",
      "./docs/": "This is a folder. Specify the files in it, such as './docs/**/*.md'.",
    });
  });
});

describe("on the way", () => {
  test("every file is a step, the last one with all done", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/a.md": "A", "docs/b.xyz": "B", "docs/c.md": "C" });
    const steps: string[] = [];
    await open.knowledge.sync(open.agent([everything]), {
      onStep: ({ done, total, location }) => steps.push(`${done}/${total} ${location}`),
    });
    expect(steps).toEqual(["1/3 docs/a.md", "2/3 docs/b.xyz", "3/3 docs/c.md"]);
  });

  test("an aborted sync rejects with the reason, keeps what it read and removes nothing", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/z.md": "Old" });
    await open.knowledge.sync(open.agent([everything]));
    await open.write({ "docs/a.md": "A", "docs/b.md": "B" });
    await unlink(join(open.folder, "docs/z.md"));
    const abort = new AbortController();
    const syncing = open.knowledge.sync(open.agent([everything]), {
      signal: abort.signal,
      onStep: () => abort.abort(new Error("enough")),
    });
    await expect(syncing).rejects.toThrow("enough");
    expect(await locations(open)).toEqual(["docs/a.md", "docs/z.md"]);
  });

  test("the files themselves stay as they were", async () => {
    await using open = await openKnowledge();
    await open.write({ "docs/a.md": "A" });
    const before = await stat(join(open.folder, "docs/a.md"));
    await open.knowledge.sync(open.agent([everything]));
    expect((await stat(join(open.folder, "docs/a.md"))).mtimeMs).toBe(before.mtimeMs);
  });
});
