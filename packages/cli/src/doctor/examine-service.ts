import type { Services } from "../open-services.ts";
import type { Settings } from "../settings/settings.ts";
import { checksOfConsole, runCheck } from "./checks.ts";
import type { Examination } from "./examination.ts";
import type { Finding } from "./finding.ts";

/** Models and other servers are contacted at most this often, in milliseconds, however many people look. */
const freshMs = 60_000;

/**
 * Lets a running service check itself, as `servicechat doctor` does. Anyone who asks within a minute gets the same
 * findings.
 */
export function createServiceExamination({
  settings,
  services,
  now,
}: {
  readonly settings: Settings;
  readonly services: Services;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}): () => Promise<readonly Finding[]> {
  const { publicUrl, host, port } = settings;
  const examination: Examination = {
    settings,
    address: { publicUrl, host, port, from: "service", running: [publicUrl] },
    withServices: (work) => work(services),
    isService: true,
    now,
  };
  let last: { readonly at: number; readonly findings: Promise<readonly Finding[]> } | undefined;

  async function examine(): Promise<readonly Finding[]> {
    const found = await Promise.all(checksOfConsole.map((check) => runCheck(check, examination)));
    return found.flat();
  }

  return () => {
    const at = now();
    if (!last || at - last.at >= freshMs || at < last.at) last = { at, findings: examine() };
    return last.findings;
  };
}
