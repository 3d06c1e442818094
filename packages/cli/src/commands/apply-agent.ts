import { dirname, resolve } from "node:path";
import { commandLine, compareAgent, faultText } from "@servicechat/operations";
import type { AgentChange } from "@servicechat/operations";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { isThere } from "../settings/database-setting.ts";
import type { Services } from "../open-services.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { createRequestRule } from "../input/request-rule.ts";
import { answered, faultyFile } from "./answered.ts";
import { printSyncReport, syncKnowledge } from "./sync-knowledge.ts";

interface ApplyOptions extends JsonOption {
  readonly dryRun?: boolean;
  /** `--no-sync` makes it false. */
  readonly sync: boolean;
}

/** `servicechat agent apply FILE`. A file that is not right in every part changes nothing. */
export function applyAgent(parts: CommandParts) {
  const { output } = parts;

  return async (path: string, { dryRun = false, sync, json }: ApplyOptions): Promise<void> => {
    const file = resolve(parts.folder, path);
    const text = readTextFile(file);
    const settings = parts.settings();
    // Reading YAML takes long to load: no other command waits for it.
    const { checkAgentFile } = await import("@servicechat/operations/agent-file");
    const { environment } = settings;
    const checked = checkAgentFile(text, { environment, mayRequest: createRequestRule(settings) });
    if ("faults" in checked) throw faultyFile(`${file} was not applied:`, checked.faults);
    const { definition, warnings, notes } = checked;
    for (const sentence of warnings) output.note(`Warning: ${sentence}.`);
    for (const note of notes) output.note(`Note: ${faultText(note)}.`);

    const { id } = definition;
    const written = { agent: id, text, baseDirectory: dirname(file) };
    const work = async (services: Services | undefined): Promise<void> => {
      const applied = await change(services);
      if (!json) output.line(sentence(applied, dryRun));
      const knowledge = services && !dryRun && sync ? await syncKnowledge(services, id, output) : null;
      if (json) return output.json({ ...applied, dryRun, knowledge });
      if (knowledge && definition.knowledge.sources.length > 0) printSyncReport(output, knowledge);
    };
    /** @param services `undefined`: there is no database yet */
    async function change(services: Services | undefined): Promise<AgentChange> {
      if (services && !dryRun) return answered(await services.operations.agents.apply(commandLine, written));
      const before = await services?.storage.agents.find(id);
      return compareAgent(before, { definition, baseDirectory: written.baseDirectory });
    }
    // To say what would change, nothing is made.
    if (dryRun && !isThere(settings.database)) return work(undefined);
    // It may be the first command on a machine.
    await parts.withServices(work, { mayCreate: !dryRun });
  };
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
