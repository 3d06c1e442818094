import { createHash } from "node:crypto";
import type { OutboundAnswer } from "@servicechat/outbound";
import type { PageRecord } from "@servicechat/storage";
import type { ExtractedDocument } from "../extract/extract-document.ts";
import { ReadingError } from "../extract/reading-error.ts";
import { readRobotsHeader } from "../extract/robots-directives.ts";
import { countWordings } from "../split/read-wordings.ts";
import type { SourceCrawl, PageVisit } from "./crawl.ts";
import { crawlerName } from "./fetch-web.ts";
import type { PageRules } from "./page-rules.ts";
import { documentKind } from "../extract/document-kind.ts";
import type { DocumentKind } from "../extract/document-kind.ts";

interface Fetched {
  /** As it was asked for. */
  readonly address: string;
  readonly known: PageRecord | undefined;
  /** Its `url` is where the page was found, without a fragment. */
  readonly answer: OutboundAnswer;
}

/** Raised whenever pages would be cut, cleaned, followed or indexed differently: then everything is read again. */
const version = "5";

const askedOfRobots = (headers: OutboundAnswer["headers"]) =>
  readRobotsHeader(headers["x-robots-tag"], crawlerName);

/** A page that asks for something else than before has changed, although its text has not. */
const hashOf = ({ body, headers }: OutboundAnswer, rules: PageRules) => {
  const asked = [...askedOfRobots(headers)].join("");
  return `${version}:${rules.fingerprint}:${asked}${createHash("sha256").update(body).digest("hex")}`;
};

/** Whether a stored hash was made by this version, under these rules. */
export const isOurHash = (hash: string | null, rules: PageRules) =>
  hash?.startsWith(`${version}:${rules.fingerprint}:`) ?? false;

/** Reads a page that was sent: cuts it into passages unless its content is as before, or another page's. */
export async function readPage(crawl: SourceCrawl, fetched: Fetched): Promise<PageVisit> {
  const { known, answer } = fetched;
  const { documents, contents } = crawl;
  const hash = hashOf(answer, crawl.rules);
  if (known?.hash === hash && (known.location === null || documents.has(known.location))) {
    return keepUnchangedPage(crawl, known, answer.headers);
  }
  const first = contents.get(hash);
  if (first !== undefined) {
    await remember(crawl, fetched, { hash, location: first, links: [] });
    return { outcome: "left_out", reason: `It repeats ${first}.`, links: [] };
  }
  try {
    return await keep(crawl, fetched, { hash, document: await extract(crawl, fetched) });
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    return { outcome: "failed", reason: error.message, links: [] };
  }
}

async function extract(
  { extractor, signal }: SourceCrawl,
  { answer: { url, headers, body } }: Fetched,
): Promise<ExtractedDocument> {
  const { kind, type, charset } = pageKind(headers["content-type"] ?? "", url);
  if (!kind) throw new ReadingError(`Pages of type ${type || "unknown"} are not read.`);
  const page = { address: url, ...(charset !== undefined && { charset }) };
  return extractor.extract({ kind, name: nameOf(url), bytes: body, page }, signal);
}

/** From which a title is made when the page has none. */
function nameOf(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split("/").findLast((part) => part !== "") ?? hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

async function keep(
  crawl: SourceCrawl,
  fetched: Fetched,
  { hash, document }: { readonly hash: string; readonly document: ExtractedDocument },
): Promise<PageVisit> {
  const { rules, taken, contents, documents } = crawl;
  const { title, url: canonical, passages, notes = [], isHidden = false } = document;
  const asked = askedOfRobots(fetched.answer.headers);
  const links = asked.has("nofollow") ? [] : (document.links ?? []);
  const found = fetched.answer.url;
  const location = canonical !== null && rules.keeps(canonical) ? canonical : found;
  const leaveOut = async (reason: string, kept: string | null): Promise<PageVisit> => {
    await remember(crawl, fetched, { hash, location: kept, links });
    return { outcome: "left_out", reason, links };
  };
  if (isHidden || asked.has("noindex")) return leaveOut("It asks not to be indexed (noindex).", null);
  if (passages.length === 0) {
    await remember(crawl, fetched, { hash, location: null, links });
    return { outcome: "failed", reason: noText, links };
  }
  if (!rules.keeps(location)) return leaveOut("The source's include or exclude patterns leave it out.", null);
  if (taken.has(location)) return leaveOut(`It repeats ${location}.`, location);
  // Stored already when another source, by whose rules it was looked at first, has the same address.
  const stored = documents.get(location);
  const isStored = stored?.fingerprint === hash;
  if (!isStored) await write(crawl, { location, title, hash, passages });
  await remember(crawl, fetched, { hash, location, links });
  taken.add(location);
  contents.set(hash, location);
  if (isStored) return { outcome: "unchanged", location, links };
  return {
    outcome: "read",
    isNew: stored === undefined,
    title,
    words: countWords(passages),
    location,
    passages: passages.length,
    wordings: countWordings(passages),
    notes,
    links,
  };
}

const noText = "It has no text. A page that shows its text only with scripts cannot be read.";

function countWords(passages: ExtractedDocument["passages"]): number {
  return passages.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
}

async function write(
  { agentId, source, knowledge, documents, clock, randomUuid }: SourceCrawl,
  {
    location,
    title,
    hash,
    passages,
  }: { location: string; title: string; hash: string } & Pick<ExtractedDocument, "passages">,
): Promise<void> {
  const document = {
    id: documents.get(location)?.id ?? `doc_${randomUuid()}`,
    agentId,
    source,
    location,
    title,
    url: location,
    fingerprint: hash,
    readAt: clock.wallMs(),
  };
  await knowledge.replaceDocument(document, passages);
  documents.set(location, document);
}

/** Written after the document, so that a page that is remembered is there. */
async function remember(
  { agentId, source, run, crawls }: SourceCrawl,
  { address, answer: { headers } }: Fetched,
  now: Pick<PageRecord, "hash" | "location" | "links">,
): Promise<void> {
  await crawls.putPage({
    agentId,
    address,
    source,
    run,
    ...now,
    etag: headers["etag"] ?? null,
    lastModified: headers["last-modified"] ?? null,
  });
}

const kinds: ReadonlyMap<string, DocumentKind> = new Map([
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["text/markdown", "markdown"],
  ["text/x-markdown", "markdown"],
  ["application/pdf", "pdf"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"],
]);
/** Types that servers send for whatever they do not know: the address's ending is a better guide. */
const vague = new Set(["", "text/plain", "application/octet-stream", "binary/octet-stream"]);

/** How to read a page. */
interface PageKind {
  /** `undefined` when pages of this type are not read. */
  readonly kind: DocumentKind | undefined;
  /** Lower case, such as `text/html`; empty when the server named none. */
  readonly type: string;
  readonly charset?: string;
}

/** The kind of a page by what the server says of it. */
function pageKind(contentType: string, address: string): PageKind {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  const name = type.toLowerCase();
  const charset = parameters
    .map((parameter) => /^charset\s*=\s*"?([^"\s]+)/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return { kind: kinds.get(name) ?? vagueKind(name, address), type: name, ...(charset && { charset }) };
}

function vagueKind(type: string, address: string): DocumentKind | undefined {
  if (!vague.has(type)) return undefined;
  const byEnding = documentKind(new URL(address).pathname);
  if (type === "text/plain") return byEnding === "markdown" ? "markdown" : "text";
  return byEnding;
}

/** A page that is as it was: nothing is read, and it leads where it led. */
export async function keepUnchangedPage(
  { run, crawls, taken, contents }: SourceCrawl,
  known: PageRecord,
  headers: Readonly<Record<string, string>>,
): Promise<PageVisit> {
  const { location, hash, links } = known;
  if (known.run !== run) {
    const etag = headers["etag"] ?? known.etag;
    await crawls.putPage({
      ...known,
      run,
      etag,
      lastModified: headers["last-modified"] ?? known.lastModified,
    });
  }
  if (location === null)
    return { outcome: "left_out", reason: "Nothing of it is kept, as before.", isAsBefore: true, links };
  if (hash !== null && !contents.has(hash)) contents.set(hash, location);
  const repeats = taken.has(location);
  taken.add(location);
  return repeats
    ? { outcome: "left_out", reason: `It repeats ${location}.`, links }
    : { outcome: "unchanged", isAsBefore: known.run === run, location, links };
}
