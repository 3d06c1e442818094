import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { CopyFailed, copyToPostgres } from "@servicechat/storage/copy";
import type { CopyProgress, CopyReport, TableComparison } from "@servicechat/storage/copy";
import type { CommandContext } from "../command-context.ts";
import { secretFile } from "../database/instance-secret.ts";
import { databaseName, isThere } from "../settings/database-setting.ts";
import type { Settings } from "../settings/settings.ts";
import { timeText } from "../output/print.ts";
import { reasonOf } from "@servicechat/contract";
import { CommandError } from "../input/command-error.ts";
import type { CopyAddresses } from "./copy.ts";

interface CopyRun extends CopyAddresses {
  readonly json: boolean;
  readonly context: CommandContext;
}

const warning =
  "The source has been written to since: a service is still using it, and its newer data is not in the copy.\n" +
  "To include it, stop the service, empty the target, and copy again.";

/** Copies, and prints the result. @throws CommandError if the copy was abandoned or both sides differ */
export async function runCopy({ source, target, json, context }: CopyRun): Promise<void> {
  const { output } = context;
  const place = findSecretLocation(context.settings(), source.file);
  if (!isThere(source))
    throw new CommandError(
      `There is no database ${source.file}: specify the old service's database with --from.`,
    );
  output.note(
    `Anything written to ${source.file} from now on will not be in the copy. Stop the service first.`,
  );

  const report = await copy({ source, target, context }).catch((error: unknown) => {
    if (!(error instanceof CopyFailed)) throw error;
    if (json && error.tables.length > 0) output.json({ tables: error.tables.map(tableView) });
    else if (error.tables.length > 0) printTables(error.tables, context);
    throw refusalOf(error);
  });

  if (json)
    return output.json({
      from: databaseName(source),
      to: databaseName(target),
      ...reportView(report),
      secret: secretView(place),
    });
  printTables(report.tables, context);
  output.line(`\n${databaseName(target)} contains what was in the source at ${timeText(report.takenAt)}.`);
  if (report.isSourceChanged) output.line(warning);
  if (report.endedReplies > 0)
    output.line(
      `Replies in progress: ${report.endedReplies}. In the copy they are incomplete, as after a restart.`,
    );
  output.line(adviceOnSecret(place));
  output.line("Visitor tokens and agent keys work with any secret: only their hashes are stored.");
}

async function copy({ source, target, context }: Omit<CopyRun, "json">): Promise<CopyReport> {
  const { progress } = context.output;
  try {
    return await copyToPostgres({
      file: source.file,
      url: target.url,
      now: () => context.now(),
      onProgress: (reached) => progress.show(progressText(reached)),
    });
  } finally {
    progress.clear();
  }
}

function progressText({ table, step, rows, of }: CopyProgress): string {
  return `${step} ${table}: ${rows.toLocaleString("en")} of ${of.toLocaleString("en")}`;
}

function printTables(tables: readonly TableComparison[], { output }: CommandContext): void {
  output.table(
    ["table", "rows in source", "rows in target", "checksum"],
    tables.map((each) => [
      each.table,
      `${each.rowsInSource}`,
      `${each.rowsInTarget}`,
      each.checksumOfSource === each.checksumOfTarget ? "equal" : "differs",
    ]),
    "There are no tables.",
  );
}

function refusalOf(error: CopyFailed): CommandError {
  const sentence = error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}.`;
  return new CommandError(sentence, { cause: error });
}

function reportView({ takenAt, isSourceChanged, endedReplies, tables }: CopyReport) {
  return {
    takenAt: timeText(takenAt),
    sourceChanged: isSourceChanged,
    endedReplies,
    tables: tables.map(tableView),
  };
}

function tableView({ isEqual, ...compared }: TableComparison) {
  return { ...compared, equal: isEqual };
}

function secretView(place: SecretLocation) {
  const file = typeof place === "object" ? place.file : null;
  return { variable: "SERVICECHAT_SECRET", set: place === "setting", file };
}

/** Where the secret of an installation is: in the settings of this command, in a file, or unknown. */
type SecretLocation = "setting" | "unknown" | { readonly file: string };

/**
 * Finds the secret of the service that wrote a database file: the one from the settings, else the one in the file's
 * folder, which usually is the data directory, else the one in the data directory of the settings.
 */
export function findSecretLocation(
  { secret, dataDirectory }: Pick<Settings, "secret" | "dataDirectory">,
  database: string,
): SecretLocation {
  if (secret !== undefined) return "setting";
  const file = [dirname(database), dataDirectory].map(secretFile).find((path) => existsSync(path));
  return file === undefined ? "unknown" : { file };
}

/** Tells operators how to give new nodes the secret, without printing it. */
export function adviceOnSecret(place: SecretLocation): string {
  if (place === "setting")
    return "Secret: give every new node the SERVICECHAT_SECRET that is set here, in the environment or in .env.";
  if (place === "unknown")
    return [
      "Secret: none found, neither in SERVICECHAT_SECRET nor in a file 'secret' in the data directory. Give every",
      "new node the SERVICECHAT_SECRET of the old service, or the same new one if it never had one.",
    ].join("\n");
  return `Secret: on every new node, set SERVICECHAT_SECRET to the single line in ${place.file}`;
}
