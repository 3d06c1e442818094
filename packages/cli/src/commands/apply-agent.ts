import { dirname, resolve } from "node:path";
import { commandLine, compareAgent, faultText, isRefused } from "@servicechat/operations";
import type { AgentChange } from "@servicechat/operations";
import type { Workplace } from "../command-operations.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { isThere } from "../settings/database-setting.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { createRequestRule } from "../input/request-rule.ts";
import { CommandError } from "../input/command-error.ts";
import { fileDifference } from "../output/file-difference.ts";
import { timeText } from "../output/print.ts";
import { writeAgentFile } from "./agent-versions.ts";
import { answered, faultyFile } from "./answered.ts";
import { checkElsewhere } from "./check-elsewhere.ts";
import { findLiveVersion } from "./find-live-version.ts";
import type { LiveVersion } from "./find-live-version.ts";
import { printSyncReport, syncKnowledge } from "./sync-knowledge.ts";
import { testBeforeApplying } from "./test-before-applying.ts";

interface ApplyOptions extends JsonOption {
  readonly dryRun?: boolean;
  /** `--no-sync` makes it false. */
  readonly sync: boolean;
  /** Whether a version that the file does not go on from is replaced, or taken. */
  readonly mine?: boolean;
  readonly theirs?: boolean;
  /** A file of tests that must not become worse. */
  readonly afterTests?: string;
}

/** `servicechat agent apply FILE`. A file that is not right in every part changes nothing. */
export function applyAgent(parts: CommandParts) {
  const { output } = parts;

  return async (path: string, options: ApplyOptions): Promise<void> => {
    const file = resolve(parts.folder, path);
    const text = readTextFile(file);
    const { dryRun = false } = options;
    if (parts.isElsewhere())
      return parts.withOperations(async (place) => {
        const change = await checkElsewhere(place.operations, { file, text }, output);
        await carryOut(place, { file, text, change }, options);
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

    const { id } = definition;
    const baseDirectory = dirname(file);
    const work = async (place: Workplace | undefined): Promise<void> => {
      const found = await place?.operations.agents.find(commandLine, { agent: id });
      const before = isRefused(found) && found.kind === "agent_not_found" ? undefined : answered(found);
      const change = compareAgent(before, { definition, baseDirectory });
      await carryOut(place, { file, text, change, baseDirectory }, options);
    };
    // To say what would change, nothing is made.
    if (dryRun && !isThere(settings.database)) return work(undefined);
    // It may be the first command on a machine.
    await parts.withOperations(work, { mayCreate: !dryRun });
  };

  /**
   * Applies a file without faults, unless it was only asked what would change, and says what became of it.
   *
   * @param place `undefined`: there is no database yet
   */
  async function carryOut(
    place: Workplace | undefined,
    { file, text, change, baseDirectory }: CheckedFile,
    options: ApplyOptions,
  ): Promise<void> {
    const { dryRun = false, sync, theirs = false, json } = options;
    const agent = change.id;
    const found = place && (await findLiveVersion(place, { agent, file, text }, parts.seenVersions));
    if (place && found && theirs) return takeTheirs(place, agent, file, found.live, json);
    if (found && !found.isSeen) await stopAtUnseen(found.live, { agent, file, text }, options);
    const isApplied = place !== undefined && !dryRun;
    if (!isApplied) return json ? output.json({ ...change, dryRun, knowledge: null }) : say(change, dryRun);
    const { operations } = place;
    if (options.afterTests !== undefined) {
      if (!found) throw new CommandError(`Agent '${agent}' is new: apply it, then run its tests.`);
      const tests = readTextFile(resolve(parts.folder, options.afterTests));
      await testBeforeApplying(place, { agent, tests, draft: { text, baseDirectory } }, output);
    }
    // Anyone who creates or changes the agent after this look loses nothing.
    const expected = found ? { seen: found.live.revision } : { isNew: true };
    const written = { agent, text, baseDirectory, ...expected };
    const applied = answered(await operations.agents.apply(commandLine, written));
    const { version, at, definition } = answered(await operations.agents.read(commandLine, { agent }));
    parts.seenVersions.remember({ service: place.name, agent, file }, { version, at });
    if (!json) say(applied, dryRun);
    const knowledge = sync ? await syncKnowledge({ operations }, agent, output) : null;
    if (json) return output.json({ ...applied, dryRun, knowledge });
    if (knowledge && definition.knowledge.sources.length > 0) printSyncReport(output, knowledge);
  }

  function say(change: AgentChange, dryRun: boolean): void {
    output.line(sentence(change, dryRun));
  }

  /** Somebody else has changed the agent meanwhile: their work is not replaced unless that is said. @throws CommandError */
  async function stopAtUnseen(
    { version, at, author, text: theirs }: LiveVersion,
    { agent, file, text }: { readonly agent: string; readonly file: string; readonly text: string },
    { mine = false, dryRun = false }: ApplyOptions,
  ): Promise<void> {
    if (mine) return;
    const whose = `version ${version} of agent '${agent}', by ${author}, ${timeText(at)}`;
    const what = dryRun ? "is not based on" : "was not applied: it is not based on";
    const difference = await fileDifference([theirs, text], [`version ${version}`, file]);
    const advice = "Use --mine to apply the file anyway, or --theirs to write that version into it.";
    if (!dryRun) throw new CommandError(`${file} ${what} ${whose}.\n\n${difference}\n\n${advice}`);
    output.note(`Note: ${file} ${what} ${whose}. ${advice}`);
  }

  function takeTheirs(
    { name }: Workplace,
    agent: string,
    file: string,
    { version, at, text }: LiveVersion,
    json: boolean | undefined,
  ): void {
    writeAgentFile(file, text);
    parts.seenVersions.remember({ service: name, agent, file }, { version, at });
    if (json) return output.json({ id: agent, version, file });
    output.line(`${file} has version ${version} of agent '${agent}'. Nothing was applied.`);
  }
}

/** An agent file without faults. */
interface CheckedFile {
  /** Absolute. */
  readonly file: string;
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
      if (changed.length === 0) return `Agent '${id}' is unchanged; the new text of its file is stored.`;
      return `Agent '${id}' ${be} updated: ${changed.join(", ")}.`;
    case "unchanged":
      return `Agent '${id}' is unchanged.`;
  }
}
