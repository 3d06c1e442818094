import { dirname, resolve } from "node:path";
import { commandLine, compareAgent, faultText, isRefused } from "@servicechat/operations";
import type { AgentChange } from "@servicechat/operations";
import type { Workplace } from "../command-operations.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { isThere } from "../settings/database-setting.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { createRequestRule } from "../input/request-rule.ts";
import { CommandError } from "../input/command-error.ts";
import { fileDifference } from "../output/file-difference.ts";
import { timeText } from "../output/print.ts";
import { writeAgentFile } from "./agent-versions.ts";
import { resultOrThrow, faultyFile } from "./result-or-throw.ts";
import { checkElsewhere } from "./check-elsewhere.ts";
import { findLiveVersion } from "./find-live-version.ts";
import type { LiveVersion } from "./find-live-version.ts";
import { printSyncReport, syncKnowledge } from "./sync-knowledge.ts";
import { testBeforeApplying } from "./test-before-applying.ts";

interface ApplyOptions extends JsonOption {
  readonly dryRun?: boolean;
  /** `--no-sync` makes it false. */
  readonly sync: boolean;
  /** What to do about a live version that the file is not based on: replace it (`true`) or take it (`false`). */
  readonly mine?: boolean;
  readonly theirs?: boolean;
  /** A file of tests whose results must not become worse. */
  readonly afterTests?: string;
}

/** `servicechat agent apply FILE`. A file with any fault changes nothing. */
export function applyAgent(context: CommandContext) {
  const { output } = context;

  return async (path: string, options: ApplyOptions): Promise<void> => {
    const file = resolve(context.folder, path);
    const text = readTextFile(file);
    const { dryRun = false } = options;
    if (context.isElsewhere())
      return context.withOperations(async (place) => {
        const change = await checkElsewhere(place.operations, { file, text }, output);
        await carryOut(place, { file, text, change }, options);
      });
    const settings = context.settings();
    // Reading YAML is slow to load, so other commands should not wait for it.
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
      const before = isRefused(found) && found.kind === "agent_not_found" ? undefined : resultOrThrow(found);
      const change = compareAgent(before, { definition, baseDirectory });
      await carryOut(place, { file, text, change, baseDirectory }, options);
    };
    // A dry run creates nothing.
    if (dryRun && !isThere(settings.database)) return work(undefined);
    // This may be the first command on a machine.
    await context.withOperations(work, { mayCreate: !dryRun });
  };

  /**
   * Applies a file without faults, unless this is a dry run, and prints the result.
   *
   * @param place `undefined` if there is no database yet
   */
  async function carryOut(
    place: Workplace | undefined,
    { file, text, change, baseDirectory }: CheckedFile,
    options: ApplyOptions,
  ): Promise<void> {
    const { dryRun = false, sync, theirs = false, json } = options;
    const agent = change.id;
    const found = place && (await findLiveVersion(place, { agent, file, text }, context.seenVersions));
    if (place && found && theirs) return takeTheirs(place, agent, file, found.live, json);
    if (found && !found.isSeen) await stopAtUnseen(found.live, { agent, file, text }, options);
    const isApplied = place !== undefined && !dryRun;
    if (!isApplied) return json ? output.json({ ...change, dryRun, knowledge: null }) : say(change, dryRun);
    const { operations } = place;
    if (options.afterTests !== undefined) {
      if (!found) throw new CommandError(`Agent '${agent}' is new: apply it, then run its tests.`);
      const tests = readTextFile(resolve(context.folder, options.afterTests));
      await testBeforeApplying(place, { agent, tests, draft: { text, baseDirectory } }, output);
    }
    // If anyone creates or changes the agent after this check, their work is not lost.
    const expected = found ? { seen: found.live.revision } : { isNew: true };
    const written = { agent, text, baseDirectory, ...expected };
    const applied = resultOrThrow(await operations.agents.apply(commandLine, written));
    const { version, at, definition } = resultOrThrow(await operations.agents.read(commandLine, { agent }));
    context.seenVersions.remember({ service: place.name, agent, file }, { version, at });
    if (!json) say(applied, dryRun);
    const knowledge = sync ? await syncKnowledge({ operations }, agent, output) : null;
    if (json) return output.json({ ...applied, dryRun, knowledge });
    if (knowledge && definition.knowledge.sources.length > 0) printSyncReport(output, knowledge);
  }

  function say(change: AgentChange, dryRun: boolean): void {
    output.line(sentence(change, dryRun));
  }

  /**
   * Somebody else has changed the agent in the meantime: their work is replaced only if the operator says so. @throws
   * CommandError
   */
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
    context.seenVersions.remember({ service: name, agent, file }, { version, at });
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
  /** Folder of the file, if it is on the service's machine. */
  readonly baseDirectory?: string;
}

function sentence({ id, result, changed }: AgentChange, dryRun: boolean): string {
  const be = dryRun ? "would be" : "is";
  switch (result) {
    case "created":
      return `Agent '${id}' ${be} created.`;
    case "updated":
      // Only the order or the comments differ.
      if (changed.length === 0) return `Agent '${id}' is unchanged; the new text of its file is stored.`;
      return `Agent '${id}' ${be} updated: ${changed.join(", ")}.`;
    case "unchanged":
      return `Agent '${id}' is unchanged.`;
  }
}
