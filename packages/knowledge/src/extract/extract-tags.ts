import { parseHTML } from "linkedom";
import type { Page } from "./extract-html.ts";
import { limitDepth } from "./limit-depth.ts";

/** A page as its server sent it. */
export interface RawPage {
  readonly bytes: Uint8Array;
  /** As the server named it; absent when it named none. */
  readonly charset?: string;
}

/** A script of a page that may be, or insert, the chat's tag. */
export interface PageScript {
  /** Names in lower case. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The code in it; empty for one with an address. */
  readonly code: string;
}

/** What decides whether a chat works on a page, as far as the page says it itself. */
export interface PageTags {
  /** The address in its `base` element. */
  readonly base: string | null;
  /** Content security policies that stand in the page. */
  readonly policies: readonly string[];
  /** In their order; none that browsers never run. */
  readonly scripts: readonly PageScript[];
}

/** The most of each that is returned, and the longest code, in UTF-16 units. */
const [maxScripts, maxPolicies, maxCode] = [50, 20, 20_000];

const telling = /launcher\.js|agent-?key|\bak_[0-9a-z]+_/i;

/** Reads the scripts that may be a chat's tag, and the policies, of a page. */
export function extractTags({ bytes, charset }: RawPage): PageTags {
  const { document } = parseHTML(limitDepth(decode(bytes, charset)));
  const policies = elementsOf(document, "meta[http-equiv]")
    .filter((meta) => meta.getAttribute("http-equiv")?.toLowerCase() === "content-security-policy")
    // Browsers ignore those that are not in the head.
    .filter((meta) => !meta.closest("body, noscript, template"))
    .map((meta) => meta.getAttribute("content") ?? "");
  const scripts = elementsOf(document, "script")
    .filter((script) => !script.closest("noscript, template"))
    .map((script) => ({
      attributes: Object.fromEntries(
        Array.from(script.attributes, ({ name, value }) => [name.toLowerCase(), value.trim()]),
      ),
      code: (script.textContent ?? "").slice(0, maxCode),
    }))
    .filter(({ attributes, code }) => telling.test([...Object.entries(attributes).flat(), code].join(" ")));
  return {
    base: document.querySelector("base[href]")?.getAttribute("href") ?? null,
    policies: policies.slice(0, maxPolicies),
    scripts: scripts.slice(0, maxScripts),
  };
}

/** An element, as far as it is read here. */
interface PageElement {
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  closest(selector: string): object | null;
}

/** The parser's types know no elements. */
function elementsOf(document: Page, selector: string): readonly PageElement[] {
  return [...document.querySelectorAll(selector)];
}

/** Tags are ASCII in every encoding but UTF-16, so other letters need not be right. */
function decode(bytes: Uint8Array, charset: string | undefined): string {
  const [first, second] = bytes;
  const mark =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff && "utf-16be";
  return new TextDecoder(mark || (/^utf-16/i.test(charset ?? "") ? "utf-16le" : "utf-8")).decode(bytes);
}
