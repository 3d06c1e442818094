import type { SyncReport } from "@servicechat/knowledge";
import type { AgentRecord } from "@servicechat/storage";
import type { OpenHouse } from "./open-house.ts";
import type { Output } from "./print.ts";

/** Syncs an agent's knowledge; on a terminal one line shows how far it is. */
export async function syncKnowledge({ knowledge }: OpenHouse, agent: AgentRecord): Promise<SyncReport> {
  if (!process.stderr.isTTY) return knowledge.sync(agent);
  const report = await knowledge.sync(agent, {
    onStep: ({ done, total }) => process.stderr.write(`\rReading the knowledge: ${done} of ${total} `),
  });
  process.stderr.write("\r\u001b[K");
  return report;
}

/** Says what a sync did. Documents that could not be read are named; the rest is in use. */
export function printSyncReport(
  output: Output,
  { read, unchanged, removed, passages, faults }: SyncReport,
): void {
  output.line(`Knowledge: ${read} read (${passages} passages), ${unchanged} unchanged, ${removed} removed.`);
  if (faults.length === 0) return;
  output.line(`${faults.length} could not be read:`);
  for (const { location, reason } of faults) output.line(`  ${location}: ${reason}`);
}
