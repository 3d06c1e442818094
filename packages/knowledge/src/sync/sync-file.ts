import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { DocumentRecord, KnowledgeStore } from "@servicechat/storage";
import type { Clock } from "../create-knowledge.ts";
import type { Extractor } from "../extract/create-extractor.ts";
import { documentKind, readableEndings } from "../extract/document-kind.ts";
import type { DocumentKind } from "../extract/document-kind.ts";
import { ReadingError } from "../extract/reading-error.ts";
import { countWordings } from "../split/read-wordings.ts";
import type { SourceFile } from "./list-sources.ts";
import { openingError } from "./out-of-reach.ts";

interface Dependencies {
  readonly agentId: string;
  readonly file: SourceFile;
  /** The stored record of this file; `undefined` if it is new. */
  readonly known: DocumentRecord | undefined;
  readonly knowledge: KnowledgeStore;
  readonly extractor: Extractor;
  readonly clock: Clock;
  readonly randomUuid: () => string;
  readonly signal: AbortSignal | undefined;
}

/** The stored content of a file that was read. */
interface ReadFile {
  readonly passages: number;
  readonly wordings: number;
  /** Sentences for the operator about what was left out of it. */
  readonly notes: readonly string[];
}

/** Bytes. */
const maxFileBytes = 20 * 1024 * 1024;

/**
 * Brings one file up to date. A file of the same size and time is not opened; one of the same content is not
 * taken apart; of one that only moved to another address only the address is written.
 *
 * @returns what was written, or `unchanged`
 * @throws ReadingError when the file cannot be read: `OutOfReach` when that may be so for now only
 */
export async function syncFile(dependencies: Dependencies): Promise<ReadFile | "unchanged"> {
  const { file, known } = dependencies;
  const kind = checkedKind(file);
  const seen = known && readFingerprint(known.fingerprint);
  if (known && seen?.size === file.size && seen.modifiedMs === file.modifiedMs) {
    await touch(dependencies, { known, fingerprint: known.fingerprint, namesAddress: seen.namesAddress });
    return "unchanged";
  }
  const bytes = await contentOf(file.path);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const print = { size: file.size, modifiedMs: file.modifiedMs, hash };
  if (known && seen?.hash === hash) {
    const { namesAddress } = seen;
    await touch(dependencies, {
      known,
      fingerprint: writeFingerprint({ ...print, namesAddress }),
      namesAddress,
    });
    return "unchanged";
  }
  return store(dependencies, { kind, bytes, print });
}

function checkedKind({ location, size }: SourceFile): DocumentKind {
  const kind = documentKind(location);
  if (!kind) throw new ReadingError(`This type of file cannot be read. Allowed types: ${readableEndings}.`);
  if (size > maxFileBytes) throw new ReadingError("The file is larger than 20 MB.");
  if (size === 0) throw new ReadingError("The file is empty.");
  return kind;
}

async function contentOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (cause) {
    throw openingError(cause);
  }
}

/** Writes where a document now comes from and can be read, if that changed; its text stays. */
async function touch(
  { file, knowledge, clock }: Dependencies,
  now: { readonly known: DocumentRecord; readonly fingerprint: string; readonly namesAddress: boolean },
): Promise<void> {
  const { known, fingerprint } = now;
  const url = now.namesAddress ? known.url : baseAddress(file);
  if (known.url === url && known.source === file.source && known.fingerprint === fingerprint) return;
  await knowledge.touchDocument({ ...known, source: file.source, url, fingerprint, readAt: clock.wallMs() });
}

async function store(
  { agentId, file, known, knowledge, extractor, clock, randomUuid, signal }: Dependencies,
  read: {
    readonly kind: DocumentKind;
    readonly bytes: Uint8Array;
    readonly print: { readonly size: number; readonly modifiedMs: number; readonly hash: string };
  },
): Promise<ReadFile> {
  const {
    title,
    url,
    passages,
    notes = [],
  } = await extractor.extract({ kind: read.kind, name: file.below, bytes: read.bytes }, signal);
  await knowledge.replaceDocument(
    {
      id: known?.id ?? `doc_${randomUuid()}`,
      agentId,
      source: file.source,
      location: file.location,
      title,
      url: url ?? baseAddress(file),
      fingerprint: writeFingerprint({ ...read.print, namesAddress: url !== null }),
      readAt: clock.wallMs(),
    },
    passages,
  );
  return { passages: passages.length, wordings: countWordings(passages), notes };
}

function baseAddress({ linkBase, below }: SourceFile): string | null {
  return linkBase === undefined ? null : addressBelow(linkBase, below);
}

/** The public address of a file: its path below the pattern's fixed part, added to the folder's address. */
function addressBelow(linkBase: string, below: string): string {
  const address = new URL(linkBase);
  const folder = address.pathname.endsWith("/") ? address.pathname : `${address.pathname}/`;
  address.pathname = folder + below.split("/").map(encodeURIComponent).join("/");
  address.hash = "";
  return address.href;
}

/** What is stored about a file to decide whether it must be read again. */
interface Fingerprint {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970, with their fraction. */
  readonly modifiedMs: number;
  /** SHA-256 of the content, lower-case hex. */
  readonly hash: string;
  /** Whether the file itself names its public address, so that `linkBase` does not matter to it. */
  readonly namesAddress: boolean;
}

/** Raised whenever files would be cut, cleaned or indexed differently: then everything is read again. */
const version = "6";

/** A fingerprint as it is stored. */
function writeFingerprint({ size, modifiedMs, hash, namesAddress }: Fingerprint): string {
  return [version, size, modifiedMs, hash, namesAddress ? "own" : "base"].join(" ");
}

/** Reads a stored fingerprint; `undefined` when it was written by another version. */
function readFingerprint(text: string): Fingerprint | undefined {
  const [written, size, modifiedMs, hash, address] = text.split(" ");
  if (written !== version || hash === undefined) return undefined;
  return { size: Number(size), modifiedMs: Number(modifiedMs), hash, namesAddress: address === "own" };
}
