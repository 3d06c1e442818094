import type { EmbeddingReport, PageReport, SyncReport } from "@servicechat/knowledge";
import { commandLine } from "@servicechat/operations";
import type { Workplace } from "../command-operations.ts";
import type { Output } from "../output/print.ts";
import { answered } from "./answered.ts";

/** Syncs an agent's knowledge; on a terminal one line shows how far it is. */
export async function syncKnowledge(
  { operations }: Pick<Workplace, "operations">,
  agent: string,
  { progress }: Pick<Output, "progress">,
): Promise<SyncReport> {
  try {
    const report = await operations.knowledge.sync(commandLine, {
      agent,
      onStep: ({ done, total }) => progress.show(`Reading the knowledge: ${done} of ${total} `),
      onEmbedded: ({ done, total }) => progress.show(`Creating vectors: ${done} of ${total} passages `),
    });
    return answered(report);
  } finally {
    progress.clear();
  }
}

/** What became of a page, all equally long. */
const words: Readonly<Record<PageReport["outcome"], string>> = {
  read: "read     ",
  unchanged: "unchanged",
  left_out: "left out ",
  removed: "removed  ",
  failed: "failed   ",
};

/**
 * Says what a sync did. Pages that are gone and what could not be read are named; the rest is in use.
 *
 * @param everyPage whether each page is named, with what became of it
 */
export function printSyncReport(
  output: Output,
  { read, unchanged, removed, passages, faults, pages, embedding }: SyncReport,
  { everyPage = false }: { readonly everyPage?: boolean } = {},
): void {
  const named = pages.filter(({ outcome }) => everyPage || outcome === "removed");
  for (const { address, outcome, reason = "" } of named)
    output.line(`${words[outcome]}  ${address}  ${reason}`.trimEnd());
  output.line(`Knowledge: ${read} read (${passages} passages), ${unchanged} unchanged, ${removed} removed.`);
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
