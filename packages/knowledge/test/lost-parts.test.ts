import { describe, expect, test } from "vitest";
import { docxFiles, zip } from "../../../test/support/sample-files.ts";
import { extractDocument } from "../src/extract/extract-document.ts";
import { isNoTitle } from "../src/extract/title-of-file.ts";
import { makePdf } from "./make-pdf.ts";

const pdf = (pages: readonly string[], title = "Guide") =>
  extractDocument({ kind: "pdf", name: "price-list.pdf", bytes: makePdf({ title, pages }) });
const text = (read: Awaited<ReturnType<typeof pdf>>) => read.passages.map((passage) => passage.text);

describe("a PDF", () => {
  test("names its pages without text", async () => {
    const read = await pdf(["One.", "", "Three.", "", ""]);
    expect(text(read)).toEqual(["One.", "Three."]);
    expect(read.notes).toEqual(["Pages 2, 4, 5 have no text and may be scans: they are not read."]);
    expect((await pdf(["One.", ""])).notes).toEqual([
      "Page 2 has no text and may be a scan: it is not read.",
    ]);
    expect((await pdf(["One."])).notes).toBeUndefined();
  });

  test("with a page that is damaged names it, and the others are read", async () => {
    const whole = Buffer.from(makePdf({ title: "Guide", pages: ["One.", "Two.", "Three."] })).toString(
      "latin1",
    );
    const at = whole.indexOf("8 0 obj");
    const bytes = Buffer.from(`${whole.slice(0, at)}8 0 obj\n7${whole.slice(at + 9)}`, "latin1");
    const read = await extractDocument({ kind: "pdf", name: "a.pdf", bytes: new Uint8Array(bytes) });
    expect(text(read)).toContain("One.");
    expect(read.notes?.join()).toMatch(/^Page 2 /);
  });

  test("has words whole that lines and pages divide, with their sentence, and running lines once", async () => {
    const head = "ACME Manual 2026 - Confidential";
    const read = await pdf([
      `${head}\nThe tapir war-\nranty covers the motor for a period of\nPage 1 of 3`,
      `${head}\nsixty months after purchase. It is trans-\nPage 2 of 3`,
      `${head}\nferable to a new owner. Ask us.\nPage 3 of 3`,
    ]);
    expect(text(read)).toEqual([
      `${head} The tapir warranty covers the motor for a period of Page 1 of 3`,
      "sixty months after purchase. It is transferable to a new owner.",
      "Ask us.",
    ]);
    expect(read.notes).toBeUndefined();
  });

  test("keeps lines that only look alike, and a page of one line", async () => {
    const pages = ["Ticket 7\nA seat.", "Ticket 7\nA table.", "Ticket 9\nA bench.", "Ticket 12\nA chair."];
    expect(text(await pdf(pages)).join(" ")).toContain("Ticket 9 A bench.");
    expect(text(await pdf(["The same.", "The same.", "The same."]))).toEqual([
      "The same.",
      "The same.",
      "The same.",
    ]);
  });

  test.each([
    "untitled",
    "Untitled-1",
    "(anonymous)",
    "Microsoft Word - prices.doc",
    "Document1",
    "Ohne Titel",
    "...",
    "Prices_v2.docx",
    "PowerPoint Presentation",
    "无标题",
  ])("titled %j is called by its file's name", async (title) => {
    expect(isNoTitle(title)).toBe(true);
    const named = /^[\x20-\x7e]*$/.test(title)
      ? await pdf(["Words."], title.replace(/[()]/g, "\\$&"))
      : await pdf(["Words."], "");
    expect(named.title).toBe("Price list");
  });

  test.each([
    "Returns",
    "The untitled album",
    "Documents that you need",
    "Word for beginners",
    "2026 prices",
  ])("keeps the title %j", (title) => expect(isNoTitle(title)).toBe(false));
});

const part = (name: string, words: string) => ({
  name,
  content: `<w:hdr xmlns:w="x"><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:hdr>`,
});

test("a Word document names its page headers and footers that have words, each once", async () => {
  const files = [
    ...docxFiles("# Prices", "A tent costs 200 euros."),
    part("word/header1.xml", "Valid for the klipspringer &amp; co."),
    part("word/header2.xml", "Valid for the klipspringer &amp; co."),
    part("word/header3.xml", "12"),
    part("word/footer1.xml", "x".repeat(200)),
  ];
  const { notes } = await extractDocument({ kind: "docx", name: "a.docx", bytes: zip(files) });
  expect(notes).toEqual([
    "The page header is not read: “Valid for the klipspringer & co.”.",
    `The page footer is not read: “${"x".repeat(80)}…”.`,
  ]);
});

const html = async (body: string) => {
  const page = `<!doctype html><html><head><title>FAQ</title></head><body><main><h1>FAQ</h1><p>An introduction, with commas, and enough words.</p>${body}</main></body></html>`;
  const read = await extractDocument({ kind: "html", name: "a.html", bytes: new TextEncoder().encode(page) });
  return read.passages.map((passage) => [...passage.headings, passage.text].join("\n")).join("\n");
};

test("what one click would show is text", async () => {
  const kinds = [
    'style="display:none"',
    'style="color: red; DISPLAY: none !important"',
    'style="visibility: hidden"',
    'aria-hidden="true"',
    "hidden",
    'hidden="until-found"',
    'class="collapse"',
    'role="tabpanel" hidden aria-labelledby="t"',
  ];
  const items = kinds.map(
    (kind, at) => `<h3>What does item${at} cost?</h3><div ${kind}><p>Five euros${at}, or six.</p></div>`,
  );
  const read = await html(`${items.join("")}<details><summary>Weight</summary><p>Nine kilograms.</p></details>
    <p>It is green. <span style="display:none">Its handle is made of oak.</span> <button>Read more</button></p>`);
  for (const [at, kind] of kinds.entries()) {
    expect(read, kind).toContain(`What does item${at} cost?`);
    expect(read, kind).toContain(`Five euros${at}, or six.`);
  }
  expect(read).toContain("Nine kilograms.");
  expect(read).toContain("Its handle is made of oak.");
});

test("what covers a page, stands beside it or is a picture stays hidden", async () => {
  const read = await html(`<p>Ask us about the prices, at any time, in any language.</p>
    <div class="cookie-banner" style="display:none"><p>We value your privacy, and our partners.</p></div>
    <div role="dialog" aria-modal="true" hidden><p>Subscribe to our letter, now.</p></div>
    <i class="material-icons" aria-hidden="true">expand_more</i><a aria-hidden="true" href="#x">#</a>
    <span class="sr-only" hidden>Opens in a new window</span><span hidden>3</span>
    <form hidden><p>Leave this field empty, please.</p></form><ul class="dropdown-menu" hidden><li>Log out here</li></ul>`);
  for (const words of ["privacy", "Subscribe", "expand_more", "new window", "empty", "Log out"])
    expect(read).not.toContain(words);
});

test("a page that leaves out its outermost element is read", async () => {
  const page = "<!doctype html><title>Hours</title><body><p>Open from nine, on weekdays.</p>";
  const read = await extractDocument({ kind: "html", name: "a.html", bytes: new TextEncoder().encode(page) });
  expect(read).toMatchObject({ title: "Hours", passages: [{ text: "Open from nine, on weekdays." }] });
});

test("arrows that lead back are not quoted", async () => {
  const read = await html(
    '<p>It is free, for members.<a href="#n1">1</a></p><ol><li id="n1">Except sale items. <a href="#r1">↩︎</a></li></ol>',
  );
  expect(read).toContain("Except sale items.");
  expect(read).not.toMatch(/[↩↑]/u);
});
