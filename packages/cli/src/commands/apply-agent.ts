import { dirname, resolve } from "node:path";
import { commandLine, compareAgent, faultText } from "@servicechat/operations";
import type { AgentChange } from "@servicechat/operations";
import type { CommandOperations } from "../command-operations.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { isThere } from "../settings/database-setting.ts";
import type { Services } from "../open-services.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { createRequestRule } from "../input/request-rule.ts";
import { answered, faultyFile } from "./answered.ts";
import { checkElsewhere } from "./check-elsewhere.ts";
import { printSyncReport, syncKnowledge } from "./sync-knowledge.ts";

interface ApplyOptions extends JsonOption {
  readonly dryRun?: boolean;
  /** `--no-sync` makes it false. */
  readonly sync: boolean;
}

/** `servicechat agent apply FILE`. A file that is not right in every part changes nothing. */
export function applyAgent(parts: CommandParts) {
  const { output } = parts;

  return async (path: string, options: ApplyOptions): Promise<void> => {
    const file = resolve(parts.folder, path);
    const text = readTextFile(file);
    const { dryRun = false } = options;
    if (parts.isElsewhere())
      return parts.withOperations(async ({ operations }) => {
        const change = await checkElsewhere(operations, { file, text }, output);
        await carryOut(operations, { text, change }, options);
      });
    const settings = parts.settings();
    // Reading YAML takes long to load: no other command waits for it.
    const { checkAgentFile } = await import("@servicechat/operations/agent-file");
    const { environment } = settings;
    const checked = checkAgentFile(text, { environment, mayRequest: createRequestRule(settings) });
    if ("faults" in checked) throw faultyFile(`${file} was not applied:`, checked.faults);
    const { definition, warnings, notes } = checked;
    for (const sentence of warnings) output.note(`Warning: ${sentence}.`);
    for (const note of notes) output.note(`Note: ${faultText(note)}.`);

    const baseDirectory = dirname(file);
    const work = async (services: Services | undefined): Promise<void> => {
      const before = await services?.storage.agents.find(definition.id);
      const change = compareAgent(before, { definition, baseDirectory });
      await carryOut(services?.operations, { text, change, baseDirectory }, options);
    };
    // To say what would change, nothing is made.
    if (dryRun && !isThere(settings.database)) return work(undefined);
    // It may be the first command on a machine.
    await parts.withServices(work, { mayCreate: !dryRun });
  };

  /**
   * Applies a file without faults, unless it was only asked what would change, and says what became of it.
   *
   * @param operations `undefined`: there is no database yet
   */
  async function carryOut(
    operations: CommandOperations | undefined,
    { text, change, baseDirectory }: CheckedFile,
    { dryRun = false, sync, json }: ApplyOptions,
  ): Promise<void> {
    const agent = change.id;
    const isApplied = operations !== undefined && !dryRun;
    const written = { agent, text, baseDirectory };
    const applied = isApplied ? answered(await operations.agents.apply(commandLine, written)) : change;
    if (!json) output.line(sentence(applied, dryRun));
    const knowledge = isApplied && sync ? await syncKnowledge({ operations }, agent, output) : null;
    if (json) return output.json({ ...applied, dryRun, knowledge });
    if (!knowledge || !operations) return;
    const { definition } = answered(await operations.agents.find(commandLine, { agent }));
    if (definition.knowledge.sources.length > 0) printSyncReport(output, knowledge);
  }
}

/** An agent file without faults. */
interface CheckedFile {
  readonly text: string;
  /** What applying it would change. */
  readonly change: AgentChange;
  /** Folder of the file, where it is on the service's machine. */
  readonly baseDirectory?: string;
}

function sentence({ id, result, changed }: AgentChange, dryRun: boolean): string {
  const be = dryRun ? "would be" : "is";
  switch (result) {
    case "created":
      return `Agent '${id}' ${be} created.`;
    case "updated":
      // Another order, or other comments.
      if (changed.length === 0) return `Agent '${id}' is unchanged, and the new text of its file is kept.`;
      return `Agent '${id}' ${be} updated: ${changed.join(", ")}.`;
    case "unchanged":
      return `Agent '${id}' is unchanged.`;
  }
}
