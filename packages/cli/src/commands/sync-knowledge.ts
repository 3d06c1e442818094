import type { SyncProgress } from "@servicechat/contract/admin";
import { syncProgressSchema } from "@servicechat/contract/admin-schemas";
import type { EmbeddingReport, PageReport, SyncReport } from "@servicechat/knowledge";
import { asSent, segment } from "../admin/admin-api.ts";
import type { AdminApi } from "../admin/admin-api.ts";
import type { Output } from "../output/print.ts";

/** Syncs an agent's knowledge; on a terminal, one line shows the progress. */
export async function syncKnowledge(
  api: AdminApi,
  agent: string,
  { progress }: Pick<Output, "progress">,
): Promise<SyncReport> {
  try {
    return await api.ask("POST", `agents/${segment(agent)}/knowledge/sync`, {
      answer: asSent<SyncReport>(),
      onStep: {
        reading: ({ done, total }) => progress.show(`Reading the knowledge: ${done} of ${total} `),
        embedding: ({ done, total }) => progress.show(`Creating vectors: ${done} of ${total} `),
      },
    });
  } finally {
    progress.clear();
  }
}

/** How far the reading of an agent's sources is, on whatever node; stopped first if that is wanted. */
export function readProgress(
  api: AdminApi,
  agent: string,
  { stop }: { readonly stop: boolean },
): Promise<SyncProgress> {
  const path = `agents/${segment(agent)}/knowledge/sync`;
  return stop
    ? api.ask("POST", `${path}/stop`, { answer: syncProgressSchema })
    : api.ask("GET", path, { answer: syncProgressSchema });
}

/** Prints how far a reading is, and what the last one did. */
export function printProgress(
  output: Output,
  { running, source, done, total, lastFinishedAt, lastResult, nextAt }: SyncProgress,
): void {
  const of = total === null ? "" : ` of ${total}`;
  output.line(running ? `Reading ${source ?? "the knowledge"}: ${done}${of}.` : "Nothing is being read.");
  if (lastFinishedAt !== null && lastResult) {
    const { added, changed, removed, failed, same } = lastResult;
    const counts = `${added} added, ${changed} changed, ${removed} removed, ${failed} failed, ${same} unchanged`;
    output.line(`Last read ${lastFinishedAt}: ${counts}.`);
  }
  if (nextAt !== null) output.line(`Websites are read again ${nextAt}.`);
}

/** The result for a page, all of the same length. */
const words: Readonly<Record<PageReport["outcome"], string>> = {
  read: "read     ",
  unchanged: "unchanged",
  left_out: "left out ",
  removed: "removed  ",
  failed: "failed   ",
};

/**
 * Prints what a sync did. Removed pages and anything that could not be read are named; everything else is in use.
 *
 * @param everyPage whether to list every page with its result
 */
export function printSyncReport(
  output: Output,
  { read, unchanged, removed, passages, wordings, notes, faults, pages, embedding }: SyncReport,
  { everyPage = false }: { readonly everyPage?: boolean } = {},
): void {
  const named = pages.filter(({ outcome }) => everyPage || outcome === "removed");
  for (const { address, outcome, reason = "" } of named)
    output.line(`${words[outcome]}  ${address}  ${reason}`.trimEnd());
  const written = wordings > 0 ? `${passages} passages, ${wordings} wordings` : `${passages} passages`;
  output.line(`Knowledge: ${read} read (${written}), ${unchanged} unchanged, ${removed} removed.`);
  if (notes.length > 0) output.line(`${notes.length} left out:`);
  for (const { location, note } of notes) output.line(`  ${location}: ${note}`);
  if (faults.length > 0) output.line(`${faults.length} could not be read:`);
  for (const { location, reason } of faults) output.line(`  ${location}: ${reason}`);
  if (embedding) printEmbeddingReport(output, embedding);
}

function printEmbeddingReport(output: Output, { made, missing, fault }: EmbeddingReport): void {
  output.line(`Vectors: ${made} made, ${missing} missing.`);
  if (fault !== undefined) {
    output.line(`  ${fault} Passages without a vector are found by their words; sync again to continue.`);
  }
}
