import { resolve } from "node:path";
import type { SyncReport } from "@servicechat/knowledge";
import { requireAgent } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { changedFields } from "../changed-fields.ts";
import { isThere } from "../database-setting.ts";
import { missingVariables } from "../missing-variables.ts";
import type { OpenHouse } from "../open-house.ts";
import type { Output } from "../print.ts";
import type { AgentFile } from "../read-agent-file.ts";
import { printSyncReport, syncKnowledge } from "../sync-knowledge.ts";

interface ApplyOptions extends JsonOption {
  readonly dryRun?: boolean;
  /** `--no-sync` makes it false. */
  readonly sync: boolean;
}

/** What applying an agent file did, or would do. */
interface Applied {
  readonly id: string;
  readonly result: "created" | "updated" | "unchanged";
  /** The fields that changed; empty for a new agent. */
  readonly changed: readonly string[];
}

/** `servicechat agent apply FILE`. A file that is not right in every part changes nothing. */
export function applyAgent(parts: CommandParts) {
  const { output } = parts;

  return async (path: string, { dryRun = false, sync, json }: ApplyOptions): Promise<void> => {
    // Reading YAML takes long to load: no other command waits for it.
    const { readAgentFile } = await import("../read-agent-file.ts");
    const file = await readAgentFile(resolve(parts.folder, path));
    for (const sentence of missingVariables(file.definition, parts.settings().environment))
      output.note(`Warning: ${sentence}.`);
    const work = async (house: OpenHouse | undefined): Promise<void> => {
      const applied = await compare(house, file);
      if (house && !dryRun) await put(house, file);
      if (!json) output.line(sentence(applied, dryRun));
      const knowledge = house && !dryRun && sync ? await syncOf(house, applied.id, output) : null;
      if (json) return output.json({ ...applied, dryRun, knowledge });
      if (knowledge && file.definition.knowledge.sources.length > 0) printSyncReport(output, knowledge);
    };
    // To say what would change, nothing is made.
    if (dryRun && !isThere(parts.settings().database)) return work(undefined);
    // It may be the first command on a machine.
    await parts.inHouse(work, { mayCreate: !dryRun });
  };

  async function put({ storage }: OpenHouse, { definition, baseDirectory }: AgentFile): Promise<void> {
    await storage.agents.put({ id: definition.id, definition, baseDirectory, at: parts.now() });
  }
}

/** @param house `undefined`: there is no database yet */
async function compare(
  house: OpenHouse | undefined,
  { definition, baseDirectory }: AgentFile,
): Promise<Applied> {
  const { id } = definition;
  const before = await house?.storage.agents.find(id);
  if (!before) return { id, result: "created", changed: [] };
  const moved = before.baseDirectory === baseDirectory ? [] : ["folder of the file"];
  const changed = [...changedFields(before.definition, definition), ...moved];
  return { id, result: changed.length > 0 ? "updated" : "unchanged", changed };
}

async function syncOf(house: OpenHouse, id: string, output: Output): Promise<SyncReport> {
  return syncKnowledge(house, await requireAgent(house.storage, id), output);
}

function sentence({ id, result, changed }: Applied, dryRun: boolean): string {
  const be = dryRun ? "would be" : "is";
  switch (result) {
    case "created":
      return `Agent '${id}' ${be} created.`;
    case "updated":
      return `Agent '${id}' ${be} updated: ${changed.join(", ")}.`;
    case "unchanged":
      return `Agent '${id}' is unchanged.`;
  }
}
