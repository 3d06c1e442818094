import type { Page } from "./extract-html.ts";
import { publicAddress } from "./public-address.ts";

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

/** The values of the page's `robots` line, in lower case. */
function wishesOf(document: Page): ReadonlySet<string> {
  const contents = [...document.querySelectorAll("meta[name][content]")]
    .filter((meta) => meta.getAttribute("name")?.trim().toLowerCase() === "robots")
    .flatMap((meta) => (meta.getAttribute("content") ?? "").toLowerCase().split(/[\s,]+/));
  return new Set(contents.includes("none") ? [...contents, "noindex", "nofollow"] : contents);
}

function resolved(href: string | null | undefined, base: string): string | undefined {
  const found = href === null || href === undefined ? null : URL.parse(href.trim(), base);
  if (!found || found.username !== "" || found.password !== "") return undefined;
  return publicAddress(found.href);
}
