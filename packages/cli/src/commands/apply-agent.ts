import { writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf } from "@servicechat/contract";
import { appliedAgentSchema, checkedAgentSchema } from "@servicechat/contract/admin-schemas";
import { commandLine, compareAgent, faultText } from "@servicechat/operations";
import type { AgentChange } from "@servicechat/operations";
import { segment } from "../admin/admin-api.ts";
import type { AdminApi } from "../admin/admin-api.ts";
import { AdminProblem } from "../admin/admin-problem.ts";
import { readAgent } from "../admin/read-agent.ts";
import type { ReadAgent } from "../admin/read-agent.ts";
import { faultyFile, resultOrThrow } from "../admin/refusals.ts";
import type { Workplace } from "../admin/workplace.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { isThere } from "../settings/database-setting.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { createRequestRule } from "../input/request-rule.ts";
import { CommandError } from "../input/command-error.ts";
import type { Output } from "../output/print.ts";
import { printSyncReport, syncKnowledge } from "./sync-knowledge.ts";
import { testBeforeApplying } from "./test-agent.ts";

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
      return context.withAdmin(async (place) => {
        const change = await checkElsewhere(place.api, { file, text }, output);
        const live = await findAgent(place.api, change.id);
        await carryOut({ place, live }, { file, text, change }, options);
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

    const baseDirectory = dirname(file);
    const work = async (place: Workplace | undefined): Promise<void> => {
      const live = place && (await findAgent(place.api, definition.id));
      const before = live && { baseDirectory: "", ...live };
      const change = compareAgent(before, { definition, baseDirectory });
      await carryOut({ place, live }, { file, text, change, baseDirectory }, options);
    };
    // A dry run creates nothing.
    if (dryRun && !isThere(settings.database)) return work(undefined);
    // This may be the first command on a machine.
    await context.withAdmin(work, { mayCreate: !dryRun });
  };

  /** Applies a file without faults, unless this is a dry run, and prints the result. */
  async function carryOut(
    { place, live }: Target,
    checked: CheckedFile,
    options: ApplyOptions,
  ): Promise<void> {
    const { file, change } = checked;
    const { dryRun = false, sync, theirs = false, json } = options;
    const agent = change.id;
    const isBased = place && live && (await isBasedOn(live, { file, text: checked.text }, place));
    if (place && live && theirs) return takeTheirs(place, file, live, json);
    if (live && !isBased) await stopAtUnseen(live, checked, options);
    const isApplied = place !== undefined && !dryRun;
    if (!isApplied) return json ? output.json({ ...change, dryRun, knowledge: null }) : say(change, dryRun);
    if (options.afterTests !== undefined) {
      if (!live) throw new CommandError(`Agent '${agent}' is new: apply it, then run its tests.`);
      const tests = readTextFile(resolve(context.folder, options.afterTests));
      await testBeforeApplying(place, { agent, tests, draft: checked }, output);
    }
    const applied = await applyFile(place, live, checked);
    const { version, createdAt, definition } = await readAgent(place.api, agent);
    remember(place, { file, agent }, { version, createdAt });
    if (!json) say(applied, dryRun);
    const knowledge = sync ? await syncKnowledge(place.api, agent, output) : null;
    if (json) return output.json({ ...applied, dryRun, knowledge });
    if (knowledge && definition.knowledge.sources.length > 0) printSyncReport(output, knowledge);
  }

  /**
   * Whether a file is based on the live version of its agent: the versions that were applied or pulled here are
   * remembered.
   */
  async function isBasedOn(
    { id, version, createdAt, file: liveText, author }: ReadAgent,
    { file, text }: NamedFile,
    place: Workplace,
  ): Promise<boolean> {
    if (liveText === text) return true;
    const seen = context.seenVersions.find({ service: place.name, agent: id, file });
    if (seen) return seen.version === version && seen.at === Date.parse(createdAt);
    // Nothing is remembered about the file, so it is assumed to be newer than a version by the same author or by the
    // service itself.
    if (author.kind === "system") return true;
    const me = await place.me();
    return author.kind === me.kind && author.name === me.name;
  }

  function remember(
    { name }: Workplace,
    { file, agent }: { readonly file: string; readonly agent: string },
    { version, createdAt }: Pick<ReadAgent, "version" | "createdAt">,
  ): void {
    context.seenVersions.remember({ service: name, agent, file }, { version, at: Date.parse(createdAt) });
  }

  function say(change: AgentChange, dryRun: boolean): void {
    output.line(sentence(change, dryRun));
  }

  /**
   * Somebody else has changed the agent in the meantime: their work is replaced only if the operator says so. @throws
   * CommandError
   */
  async function stopAtUnseen(
    { id, version, createdAt, author, file: theirs }: ReadAgent,
    { file, text }: NamedFile,
    { mine = false, dryRun = false }: ApplyOptions,
  ): Promise<void> {
    if (mine) return;
    const by = author.name ?? author.kind.replaceAll("_", " ");
    const whose = `version ${version} of agent '${id}', by ${by}, ${createdAt}`;
    const what = dryRun ? "is not based on" : "was not applied: it is not based on";
    const difference = await fileDifference([theirs, text], [`version ${version}`, file]);
    const advice = "Use --mine to apply the file anyway, or --theirs to write that version into it.";
    if (!dryRun) throw new CommandError(`${file} ${what} ${whose}.\n\n${difference}\n\n${advice}`);
    output.note(`Note: ${file} ${what} ${whose}. ${advice}`);
  }

  function takeTheirs(place: Workplace, file: string, live: ReadAgent, json: boolean | undefined): void {
    const { id, version } = live;
    writeAgentFile(file, live.file);
    remember(place, { file, agent: id }, live);
    if (json) return output.json({ id, version, file });
    output.line(`${file} has version ${version} of agent '${id}'. Nothing was applied.`);
  }
}

/** Where a file is applied. */
interface Target {
  /** `undefined` if there is no database yet. */
  readonly place: Workplace | undefined;
  /** The agent as it is; `undefined` if there is none. */
  readonly live: ReadAgent | undefined;
}

/** A file on this machine. */
interface NamedFile {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
}

/** An agent file without faults. */
interface CheckedFile extends NamedFile {
  /** What applying it would change. */
  readonly change: AgentChange;
  /** Folder of the file, if it is on the service's machine. */
  readonly baseDirectory?: string;
}

/** Writes an agent file. @throws CommandError if it cannot be written */
export function writeAgentFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new CommandError(`The file ${file} could not be written: ${reasonOf(cause)}.`, { cause });
  }
}

async function findAgent(api: AdminApi, id: string): Promise<ReadAgent | undefined> {
  return readAgent(api, id).catch((error: unknown) => {
    if (error instanceof AdminProblem && error.problem.code === "agent_not_found") return undefined;
    throw error;
  });
}

/**
 * Has a remote service check an agent file: only that service knows which variables it has and which addresses it may
 * reach.
 *
 * @returns what applying the file would change there
 * @throws CommandError with a line for each fault
 */
async function checkElsewhere(
  api: AdminApi,
  { file, text }: NamedFile,
  output: Output,
): Promise<AgentChange> {
  const checked = await api.ask("POST", "agents/check", { body: { file: text }, answer: checkedAgentSchema });
  const { id, result, changed, warnings = [] } = checked;
  if (!checked.valid || id === null || result === null)
    throw faultyFile(`${file} was not applied:`, checked.faults);
  for (const sentence of warnings) output.note(`Warning: ${sentence}.`);
  for (const note of checked.notes) if (!warnings.includes(note)) output.note(`Note: ${note}.`);
  return { id, result, changed };
}

/** Applies a file. @throws CommandError if anyone has created or changed the agent since it was read */
async function applyFile(
  { api, here }: Workplace,
  live: ReadAgent | undefined,
  { text, baseDirectory, change: { id: agent } }: CheckedFile,
): Promise<AgentChange> {
  if (here) {
    // The API does not accept the folder that relative paths start from.
    const expected = live ? { seen: live.revision } : { isNew: true };
    // The command reads them itself, unless it was told not to.
    const file = { agent, text, baseDirectory, readsSources: false, ...expected };
    return resultOrThrow(await here.operations.agents.apply(commandLine, file));
  }
  const { id, result, changed } = await api.ask("PUT", `agents/${segment(agent)}`, {
    body: { file: text },
    headers: live ? { "if-match": `"${live.revision}"` } : { "if-none-match": "*" },
    answer: appliedAgentSchema,
  });
  return { id, result, changed };
}

/**
 * The difference between two texts, as `diff -u` shows it. The library is slow to load, so only commands that show a
 * difference load it.
 *
 * @param names the labels of the texts in the first two lines
 */
async function fileDifference(
  [before, after]: readonly [string, string],
  names: readonly [string, string],
): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(names[0], names[1], before, after, undefined, undefined, options).trimEnd();
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
