import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { adminFailures, maxDocumentBytes, type Document } from "@servicechat/contract/admin";
import { documentSchema, documentsSchema } from "@servicechat/contract/admin-schemas";
import { segment } from "../admin/admin-api.ts";
import type { AdminApi } from "../admin/admin-api.ts";
import { AdminProblem } from "../admin/admin-problem.ts";
import { CommandError } from "../input/command-error.ts";
import type { ProgressLine } from "../output/progress-line.ts";
import type { LocalDocument } from "./local-documents.ts";

/** What a push did, as paths. */
export interface PushReport {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly same: readonly string[];
  readonly removed: readonly string[];
  /** What could not be read here, or was refused there, with the reason. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

interface Push {
  readonly agent: string;
  readonly files: readonly LocalDocument[];
  /** Documents below it that are not among the files are removed; `undefined` removes none, `""` any. */
  readonly pruneBelow: string | undefined;
  /** Only says what would be done. */
  readonly isDry: boolean;
  readonly progress: ProgressLine;
}

/** Documents that are sent at once. */
const maxAtOnce = 4;
/** Where a service does not say when to try again, in seconds. */
const usualPause = 5;

/**
 * Brings an agent's uploaded documents in step with files: sends those that are new or differ. What cannot be read or is
 * refused is reported; the rest continues.
 *
 * @throws AdminProblem if the agent is not there, or the caller may not change it
 */
export async function pushDocuments(
  api: AdminApi,
  { agent, files, pruneBelow, isDry, progress }: Push,
): Promise<PushReport> {
  const known = new Map((await listDocuments(api, agent)).map((document) => [document.path, document]));
  const report = { added: [], changed: [], same: [], removed: [], failed: [] } as Mutable;
  const kept = new Set(files.map(({ path }) => path));
  const gone = pruneBelow === undefined ? [] : [...known.keys()].filter((path) => isBelow(path, pruneBelow));
  const toRemove = gone.filter((path) => !kept.has(path));
  const total = files.length + toRemove.length;
  let done = 0;
  const step = () => progress.show(`Pushing documents: ${++done} of ${total} `);

  const pushOne = async (file: LocalDocument) => {
    const { path } = file;
    try {
      report[await push(api, { agent, file, before: known.get(path), isDry })].push(path);
    } catch (error) {
      if (!(error instanceof CommandError) || isAboutAll(error)) throw error;
      report.failed.push({ path, reason: reasonOf(error) });
    }
    step();
  };
  try {
    const queue = files.values();
    const work = async () => {
      for (const file of queue) await pushOne(file);
    };
    await Promise.all(Array.from({ length: maxAtOnce }, work));
    for (const path of toRemove) {
      if (!isDry) await patiently(() => api.ask("DELETE", addressOf(agent, path)));
      report.removed.push(path);
      step();
    }
  } finally {
    progress.clear();
  }
  for (const paths of [report.added, report.changed, report.same, report.removed]) paths.sort();
  return report;
}

type Mutable = { -readonly [Name in keyof PushReport]: PushReport[Name][number][] };

/** All documents that were uploaded for an agent, by path. */
export async function listDocuments(api: AdminApi, agent: string): Promise<readonly Document[]> {
  const path = `agents/${segment(agent)}/documents`;
  const { items } = await patiently(() => api.list(path, documentsSchema, { limit: Infinity }));
  return items;
}

/** A document's address below that of the API. */
export function addressOf(agent: string, path: string): string {
  return `agents/${segment(agent)}/documents/${path.split("/").map(segment).join("/")}`;
}

async function push(
  api: AdminApi,
  {
    agent,
    file,
    before,
    isDry,
  }: {
    readonly agent: string;
    readonly file: LocalDocument;
    readonly before: Document | undefined;
    readonly isDry: boolean;
  },
): Promise<"added" | "changed" | "same"> {
  const bytes = await file.read();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const hasUrl = file.url === undefined || before?.url === file.url;
  if (before?.sha256 === sha256 && hasUrl) return "same";
  if (bytes.length === 0) throw new CommandError(adminFailures.empty_document.message);
  if (bytes.length > maxDocumentBytes) throw new CommandError(adminFailures.document_too_large.message);
  const outcome = before ? "changed" : "added";
  if (isDry) return outcome;
  await patiently(() =>
    api.ask("PUT", addressOf(agent, file.path), {
      query: { url: file.url },
      bytes: { bytes, type: "application/octet-stream" },
      answer: documentSchema,
    }),
  );
  return outcome;
}

/** Waits where the service has had too many requests, as long as it says. */
export async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AdminProblem) || error.problem.status !== 429) throw error;
      await wait((error.retryAfterSeconds ?? usualPause) * 1000);
    }
  }
}

const isBelow = (path: string, folder: string) => folder === "" || path.startsWith(`${folder}/`);

/** Whether a refusal would be the same for every document. */
function isAboutAll(error: CommandError): boolean {
  const status = error instanceof AdminProblem ? error.problem.status : undefined;
  return status === 401 || status === 403 || status === 404;
}

const reasonOf = (error: CommandError) =>
  error instanceof AdminProblem ? error.problem.detail : error.message;
