import type { CommandParts, JsonOption } from "../command-parts.ts";
import { isThere } from "../settings/database-setting.ts";
import { checksAtHome, checksOutside, runCheck } from "../doctor/checks.ts";
import { problem } from "../doctor/finding.ts";
import type { Finding } from "../doctor/finding.ts";
import { CommandError } from "../input/command-error.ts";
import { findAddresses } from "../running/find-addresses.ts";
import { chooseAddress } from "../running/known-address.ts";
import type { ServiceAddress } from "../running/service-address.ts";
import type { Settings } from "../settings/settings.ts";

/** Options of `servicechat doctor`. */
export interface DoctorOptions extends JsonOption {
  /** A whole agent key that asks through the public address; without it, the demo's, if there is one. */
  readonly key?: string;
  /** An origin on the key's list; without it, the public address. */
  readonly origin?: string;
  /** Ask neither the public address nor models. */
  readonly offline?: boolean;
}

/** `servicechat doctor`. Says what it finds as it goes along. Refused when there is a problem. */
export async function runDoctor(
  parts: CommandParts,
  { json, key, origin, offline }: DoctorOptions,
): Promise<void> {
  const findings: Finding[] = [];
  const report = (found: readonly Finding[]) => {
    findings.push(...found);
    if (!json) for (const finding of found) parts.output.line(lineOf(finding));
  };
  const settings = readSettings(parts, report);
  if (settings) {
    const address = chooseAddress(settings, await servicesOf(parts, settings));
    const { publicUrl, host, port } = address;
    const examination = { ...parts, settings: { ...settings, publicUrl, host, port }, address, key, origin };
    for (const check of offline ? checksAtHome : [...checksAtHome, ...checksOutside])
      report(await runCheck(check, examination));
  }
  if (json) parts.output.json({ findings });
  const problems = findings.filter(({ status }) => status === "problem").length;
  if (problems > 0)
    throw new CommandError(problems === 1 ? "There is 1 problem." : `There are ${problems} problems.`);
}

/** Settings that are wrong are a finding like any other, but nothing else can be looked at then. */
function readSettings(
  parts: CommandParts,
  report: (found: readonly Finding[]) => void,
): Settings | undefined {
  try {
    return parts.settings();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    report([problem("settings", error.message, "see 'servicechat serve --help'; nothing else was checked")]);
    return undefined;
  }
}

/** Where services run. What keeps the database from being asked is reported by the check of the database. */
async function servicesOf(parts: CommandParts, settings: Settings): Promise<readonly ServiceAddress[]> {
  if (!isThere(settings.database)) return [];
  return parts
    .withServices(({ storage }) => findAddresses({ storage, settings, now: () => parts.now() }))
    .catch(() => []);
}

function lineOf({ check, status, detail, advice }: Finding): string {
  const line = `${status.padEnd(8)} ${check}: ${detail}`;
  return advice === undefined ? line : `${line}\n         -> ${advice}`;
}
