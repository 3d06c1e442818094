import type { CommandContext, JsonOption } from "../command-context.ts";
import { isThere } from "../settings/database-setting.ts";
import { checksAtHome, checksOutside, runCheck } from "../doctor/checks.ts";
import { problem } from "../doctor/finding.ts";
import type { Finding } from "../doctor/finding.ts";
import { CommandError } from "../input/command-error.ts";
import { findAddresses } from "../service-address/find-addresses.ts";
import { chooseAddress, consoleUrlAt } from "../service-address/known-address.ts";
import type { ServiceAddress } from "../service-address/service-address.ts";
import type { Settings } from "../settings/settings.ts";

/** Options of `servicechat doctor`. */
export interface DoctorOptions extends JsonOption {
  /** A whole agent key for asking through the public address; by default the demo's, if there is one. */
  readonly key?: string;
  /** An origin on the key's list; by default the public address. */
  readonly origin?: string;
  /** Do not contact the public address or models. */
  readonly offline?: boolean;
}

/** `servicechat doctor`. Prints each finding at once. Refuses (exit code 1) if there is a problem. */
export async function runDoctor(
  context: CommandContext,
  { json, key, origin, offline }: DoctorOptions,
): Promise<void> {
  const findings: Finding[] = [];
  const report = (found: readonly Finding[]) => {
    findings.push(...found);
    if (!json) for (const finding of found) context.output.line(lineOf(finding));
  };
  const settings = readSettings(context, report);
  if (settings) {
    const address = chooseAddress(settings, await servicesOf(context, settings));
    const { publicUrl, host, port } = address;
    const examination = {
      ...context,
      settings: { ...settings, publicUrl, host, port, consoleUrl: consoleUrlAt(settings, address) },
      address,
      key,
      origin,
    };
    for (const check of offline ? checksAtHome : [...checksAtHome, ...checksOutside])
      report(await runCheck(check, examination));
  }
  if (json) context.output.json({ findings });
  const problems = findings.filter(({ status }) => status === "problem").length;
  if (problems > 0)
    throw new CommandError(problems === 1 ? "There is 1 problem." : `There are ${problems} problems.`);
}

/** Invalid settings are a finding like any other, but nothing else can be checked then. */
function readSettings(
  context: CommandContext,
  report: (found: readonly Finding[]) => void,
): Settings | undefined {
  try {
    return context.settings();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    report([problem("settings", error.message, "see 'servicechat serve --help'; nothing else was checked")]);
    return undefined;
  }
}

/** Where services run. If the database cannot be read, its own check reports that. */
async function servicesOf(context: CommandContext, settings: Settings): Promise<readonly ServiceAddress[]> {
  if (!isThere(settings.database)) return [];
  return context
    .withServices(({ storage }) => findAddresses({ storage, settings, now: () => context.now() }))
    .catch(() => []);
}

function lineOf({ check, status, detail, advice }: Finding): string {
  const line = `${status.padEnd(8)} ${check}: ${detail}`;
  return advice === undefined ? line : `${line}\n         -> ${advice}`;
}
