import gfm from "@joplin/turndown-plugin-gfm";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";
import { splitMarkdown } from "../split/split-markdown.ts";
import type { ExtractedDocument } from "./extract-document.ts";
import { limitDepth } from "./limit-depth.ts";
import { publicAddress } from "./public-address.ts";
import { readRobotsMeta } from "./robots-directives.ts";
import { isNoTitle, titleOfFile } from "./title-of-file.ts";

/** A page as it was parsed. */
export type Page = ReturnType<typeof parseHTML>["document"];

/** Parts of a page that are not its subject, for pages too short to tell by their structure. */
const furniture = "title, script, style, noscript, template, nav, header, footer, aside, form, iframe, svg";

/** The name of a language and the button to copy, which site generators put beside code: they read like a sentence of it. */
const codeLabels = '[class*="language-"] > .lang, [class*="language-"] > button';

/**
 * Reads a web page: its article without the furniture around it, its title, and its canonical address. With the
 * address that it was read from, also where it leads; one that asks not to be kept has no passages then.
 */
export function extractHtml({
  name,
  html,
  address,
}: {
  readonly name: string;
  readonly html: string;
  readonly address?: string;
}): ExtractedDocument {
  const { document } = parseHTML(withBody(limitDepth(html)));
  const head = address === undefined ? undefined : readPageHead(document, address);
  if (head?.isKept === false)
    return { title: titleOfFile(name), url: null, passages: [], isHidden: true, links: head.links };
  const canonical = document.querySelector('link[rel~="canonical"]')?.getAttribute("href") ?? "";
  markHeadings(document);
  removeBackLinks(document);
  reveal(document);
  const { title, content } = readArticle(document);
  return {
    ...splitMarkdown({
      markdown: toMarkdown(content),
      fallbackTitle: titleOfFile(name),
      ...(title ? { title } : {}),
      anchors: "own",
    }),
    ...(head ? { url: head.canonical, links: head.links } : { url: publicAddress(canonical) ?? null }),
  };
}

/** The parser keeps what is written, and Readability wants the elements that HTML allows to leave out. */
function withBody(html: string): string {
  if (!/<body[\s>]/i.test(html)) return `<!doctype html><html><body>${html}</body></html>`;
  return /<html[\s>]/i.test(html)
    ? html
    : `<!doctype html><html>${html.replace(/<!doctype[^<>]*>/i, "")}</html>`;
}

/** Writes each heading's id behind its text, as `{#id}`: Markdown has no other place for it. */
function markHeadings(document: Page): void {
  for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    for (const link of heading.querySelectorAll('a[href^="#"]')) {
      if (!/[\p{L}\p{N}]/u.test(link.textContent ?? "")) link.remove();
    }
    const id = heading.id || heading.querySelector("[id]")?.id || heading.closest("section")?.id;
    if (id && !/[\s{}]/.test(id)) heading.append(` {#${id}}`);
  }
}

/** Arrows that lead back from a footnote, or to the top: they say nothing without their link. */
function removeBackLinks(document: Page): void {
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    const text = link.textContent ?? "";
    if (text.trim() !== "" && !/[\p{L}\p{N}]/u.test(text)) link.remove();
  }
}

function readArticle(document: Page): { title: string | undefined; content: string } {
  const title = readTitle(document);
  // Readability changes the document, so what it may not find is saved first.
  for (const part of document.querySelectorAll(`${furniture}, ${codeLabels}`)) part.remove();
  const body = document.body?.innerHTML ?? document.documentElement?.innerHTML ?? "";
  const article = new Readability(document, { charThreshold: 200 }).parse();
  return { title, content: article?.content || body };
}

/** The page's title; where it also names the site ("Returns | Acme"), the heading that it repeats. */
function readTitle(document: Page): string | undefined {
  const title = textOf(document.querySelector("title"));
  const heading = textOf(document.querySelector("h1")).replace(/ \{#[^\s{}]+\}$/, "");
  if (isNoTitle(title)) return undefined;
  return title.includes(heading) ? heading || title || undefined : title;
}

const textOf = (element: { readonly textContent: string | null } | null) =>
  element?.textContent?.replace(/\s+/g, " ").trim() ?? "";

/** HTML as Markdown. */
export function toMarkdown(html: string): string {
  const turndown = new TurndownService({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    emDelimiter: "*",
  });
  turndown.use(gfm.gfm);
  // As a string: with a foreign document's nodes the plugin fails on tables.
  return turndown.turndown(html);
}

/** A page's metadata for crawlers. */
interface PageHead {
  /** The canonical address of this page, on the same host; `null` if it names none. */
  readonly canonical: string | null;
  /** Addresses on the same host, once each and without fragments. */
  readonly links: readonly string[];
  /** `false` when the page asks not to be found. */
  readonly isKept: boolean;
}

/** A page with more links than this is a trap or a listing of listings. */
const maxLinks = 5000;

/** Reads where a page leads, and what it asks of robots. */
export function readPageHead(document: Page, address: string): PageHead {
  const base = resolved(document.querySelector("base[href]")?.getAttribute("href"), address) ?? address;
  const { host } = new URL(address);
  const onHost = (href: string | null | undefined) => {
    const found = resolved(href, base);
    return found !== undefined && new URL(found).host === host ? found : undefined;
  };
  const wishes = wishesOf(document);
  const links = new Set<string>();
  if (!wishes.has("nofollow")) {
    for (const link of document.querySelectorAll("a[href], area[href]")) {
      const found = onHost(link.getAttribute("href"));
      if (found !== undefined) links.add(found);
      if (links.size >= maxLinks) break;
    }
  }
  return {
    canonical: onHost(document.querySelector('link[rel~="canonical"]')?.getAttribute("href")) ?? null,
    links: [...links],
    isKept: !wishes.has("noindex"),
  };
}

/** What the page asks of robots in its head. */
function wishesOf(document: Page) {
  const contents = [...document.querySelectorAll("meta[name][content]")]
    .filter((meta) => meta.getAttribute("name")?.trim().toLowerCase() === "robots")
    .map((meta) => meta.getAttribute("content") ?? "");
  return readRobotsMeta(contents.join(","));
}

function resolved(href: string | null | undefined, base: string): string | undefined {
  const found = href === null || href === undefined ? null : URL.parse(href.trim(), base);
  if (!found || found.username !== "" || found.password !== "") return undefined;
  return publicAddress(found.href);
}

type PageElement = NonNullable<ReturnType<Page["querySelector"]>>;

const hidden =
  '[hidden], [aria-hidden="true"], [style*="display"], [style*="visibility"], [style*="DISPLAY"], [style*="VISIBILITY"]';
const isNotShown = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b[^;]*/gi;

/** Elements that hold text of a page. Others that are hidden are pictures, marks and controls. */
const blocks = new Set(
  "address article blockquote dd details div dl dt fieldset figure li main ol p pre section span table tbody td tr ul".split(
    " ",
  ),
);
/** What appears over a page or beside it is not its text, although a click may show it. */
const besides =
  'nav, header, footer, aside, form, dialog, menu, template, [aria-modal="true"], [role="dialog"], [role="alertdialog"], ' +
  '[role="alert"], [role="status"], [role="menu"], [role="menubar"], [role="navigation"], [role="search"], [role="tooltip"], ' +
  '[role="banner"], [role="contentinfo"], [role="listbox"]';
const besidesByName =
  /(?:^|[-_\s])(?:modal|popup|pop-up|popover|overlay|lightbox|cookies?|consent|gdpr|banner|toast|tooltip|dropdown|drop-down|megamenu|menu|navbar|offcanvas|drawer|sidebar|search|newsletter|honeypot|sr-only|screen-reader-text|visually-hidden|preload|loader|spinner)(?:$|[-_\s])/i;
/** In a line of text, as behind "read more". */
const minWordsOfSpan = 3;

/**
 * Shows what one click would show: the closed parts of accordions and tabs, and texts behind "read more". What covers a page
 * or stands beside it, such as menus and requests for consent, stays hidden.
 */
export function reveal(document: Page): void {
  for (const element of document.querySelectorAll(hidden)) {
    if (!isTextOfPage(element)) continue;
    element.removeAttribute("hidden");
    element.removeAttribute("aria-hidden");
    const style = element.getAttribute("style");
    if (style !== null) element.setAttribute("style", style.replace(isNotShown, ""));
  }
}

function isTextOfPage(element: PageElement): boolean {
  const name = element.localName.toLowerCase();
  if (!blocks.has(name)) return false;
  const text = element.textContent?.trim() ?? "";
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  if (name === "span" && text.split(/\s+/).length < minWordsOfSpan) return false;
  if (element.closest(besides)) return false;
  return !besidesByName.test(`${element.getAttribute("class") ?? ""} ${element.id}`);
}
