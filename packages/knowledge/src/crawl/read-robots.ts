import robotsParser from "robots-parser";
import { OutboundError, type OutboundAnswer } from "@servicechat/outbound";
import { ReadingError } from "../extract/reading-error.ts";
import { crawlerName, failureSentence, type WebFetch } from "./fetch-web.ts";

/** A host's rules. */
export interface Robots {
  isAllowed(address: string): boolean;
  /** Milliseconds that it asks to leave between two requests; 0 when it asks for none. */
  readonly delayMs: number;
}

/** The part of the library that is used: its own types fit no module that imports it. */
interface ParsedRobots {
  isAllowed(url: string, agent?: string): boolean | undefined;
  getCrawlDelay(agent?: string): number | undefined;
}
const parse = robotsParser as unknown as (url: string, text: string) => ParsedRobots;

/** Characters: as much as RFC 9309 asks readers to read. */
const maxRead = 512_000;
const everything: Robots = { isAllowed: () => true, delayMs: 0 };

/**
 * Reads a host's `robots.txt`. A host that has none, or keeps it from us (4xx), allows everything.
 *
 * @throws ReadingError when it fails for now: then nothing of the host may be read
 */
export async function readRobots(
  { fetch, page }: { readonly fetch: WebFetch; readonly page: string },
  signal: AbortSignal | undefined,
): Promise<Robots> {
  const url = new URL("/robots.txt", page).href;
  const { status, body } = await ask(fetch, url, signal);
  if (status >= 400 && status < 500 && status !== 429) return everything;
  if (status < 200 || status >= 300)
    throw new ReadingError(`robots.txt cannot be read: the server answered ${status}.`);
  const rules = parse(url, new TextDecoder().decode(body).slice(0, maxRead));
  return {
    isAllowed: (address) => rules.isAllowed(onHost(url, address), crawlerName) !== false,
    delayMs: Math.max(0, rules.getCrawlDelay(crawlerName) ?? 0) * 1000,
  };
}

/** The rules hold for http and https alike, and the library answers for the very origin it was given alone. */
function onHost(robots: string, address: string): string {
  const { pathname, search } = new URL(address);
  return new URL(robots).origin + pathname + search;
}

async function ask(fetch: WebFetch, url: string, signal: AbortSignal | undefined): Promise<OutboundAnswer> {
  const { host } = new URL(url);
  const mayFollow = (to: URL) => to.host === host;
  try {
    return await fetch({ url, accept: "text/plain,*/*;q=0.1", mayFollow }, signal);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ReadingError(`robots.txt cannot be read. ${failureSentence(error)}`);
  }
}
