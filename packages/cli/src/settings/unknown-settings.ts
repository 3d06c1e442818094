import { variables } from "./setting-variables.ts";
import type { Environment } from "./settings.ts";

const prefix = "SERVICECHAT_";
/** Read only by tests; may be permanently set in a developer's environment. */
const testPrefix = "SERVICECHAT_TEST_";
/** What Kubernetes sets in each pod for a Service whose name begins with `servicechat`. */
const serviceVariable =
  /_SERVICE_HOST$|_SERVICE_PORT(_[A-Z0-9_]+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;
const serviceAddress = /^(tcp|udp|sctp):\/\//;

/**
 * A sentence for each variable that is named like a setting but is not one: most likely a typo that would go unnoticed.
 * Values are never printed; an empty variable counts as unset.
 */
export function unknownSettings(environment: Environment): readonly string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !name.startsWith(testPrefix))
    .filter((name) => environment[name] && !Object.hasOwn(variables, name))
    .filter((name) => !serviceVariable.test(name) && !serviceAddress.test(environment[name] ?? ""))
    .map((name) => `unknown setting ${name}. Did you mean ${nearestSetting(name)}?`);
}

function nearestSetting(name: string): string {
  // Most names begin alike, so only the rest is compared; PORT and HOST have no prefix.
  const written = name.replace(prefix, "");
  /** Relative to the longer word: otherwise part of a long name would be as distant from it as from any short one. */
  function distanceTo(setting: string): number {
    const own = setting.replace(prefix, "");
    return distance(own, written) / Math.max(own.length, written.length);
  }
  return Object.keys(variables).reduce((nearest, setting) =>
    distanceTo(setting) < distanceTo(nearest) ? setting : nearest,
  );
}

/** How many letters must be added, removed or changed to turn one word into the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, length) => length);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
