import { signal, type ReadonlySignal } from "@preact/signals";
import { searchOf, type Query } from "../api/create-api.ts";

/** A location in the console. */
export interface PageLocation {
  /** Below the console's base, such as `chats/abc`; empty for Home. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Navigates between the console's pages. */
export interface Navigation {
  readonly location: ReadonlySignal<PageLocation>;
  /** Goes to a page of the console, with a new history entry or in place of the current one. */
  go(address: string, how?: "push" | "replace"): void;
  /** The address of a page with its last filters, for links back to a list. */
  lastOf(path: string): string;
}

const base = "/console/";

/** The address of a page of the console. */
export function hrefOf(path: string, query: Query = {}): string {
  return `${base}${path}${searchOf(query)}`;
}

/**
 * Follows the address bar and the links of this document. A filter may occur several times in a URL, so the query is
 * kept as the browser parses it.
 */
export function createNavigation(): Navigation {
  const current = signal(readLocation());
  const searches = new Map<string, string>();
  const remember = (): void => void searches.set(current.peek().path, location.search);
  const read = (): void => {
    current.value = readLocation();
    remember();
  };
  remember();

  function go(address: string, how: "push" | "replace" = "push"): void {
    if (how === "push") history.pushState(undefined, "", address);
    else history.replaceState(undefined, "", address);
    const before = current.peek().path;
    read();
    if (how === "push" && current.peek().path !== before) document.getElementById("main")?.scrollTo(0, 0);
  }

  addEventListener("popstate", read);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target !== "" || link.download !== "") return;
    if (link.origin !== location.origin || !link.pathname.startsWith(base) || link.hash !== "") return;
    if (link.pathname.startsWith(`${base}api/`)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
  return { location: current, go, lastOf: (path) => hrefOf(path) + (searches.get(path) ?? "") };
}

function readLocation(): PageLocation {
  return {
    path: decodePath(location.pathname.slice(base.length).split("/").filter(Boolean).join("/")),
    query: new URLSearchParams(location.search),
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
