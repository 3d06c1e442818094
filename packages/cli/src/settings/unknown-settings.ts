import { variables } from "./setting-variables.ts";
import type { Environment } from "./settings.ts";

const prefix = "SERVICECHAT_";
/** Read by the tests alone, and may stand in a developer's environment for good. */
const testPrefix = "SERVICECHAT_TEST_";
/** What Kubernetes sets in each pod for a Service that is called `servicechat`, or something that begins so. */
const serviceVariable =
  /_SERVICE_HOST$|_SERVICE_PORT(_[A-Z0-9_]+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;
const serviceAddress = /^(tcp|udp|sctp):\/\//;

/**
 * A sentence for each variable that is named like a setting and is none: most likely a misspelt one, which would pass in
 * silence. Their values are never told; an empty variable counts as left out.
 */
export function unknownSettings(environment: Environment): readonly string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !name.startsWith(testPrefix))
    .filter((name) => environment[name] && !Object.hasOwn(variables, name))
    .filter((name) => !serviceVariable.test(name) && !serviceAddress.test(environment[name] ?? ""))
    .map((name) => `unknown setting ${name}. Did you mean ${nearestSetting(name)}?`);
}

function nearestSetting(name: string): string {
  // Most names begin alike; what follows tells them apart, and PORT and HOST have nothing before it.
  const written = name.replace(prefix, "");
  /** As a share of the longer word, or a part of a long name would be as far from it as from any short one. */
  function distanceTo(setting: string): number {
    const own = setting.replace(prefix, "");
    return distance(own, written) / Math.max(own.length, written.length);
  }
  return Object.keys(variables).reduce((nearest, setting) =>
    distanceTo(setting) < distanceTo(nearest) ? setting : nearest,
  );
}

/** How many letters must be added, left out or changed to make the one word of the other (Levenshtein). */
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
