import { readCanonicalEntry } from "@servicechat/operations/allowlist";
import type { AllowEntry } from "@servicechat/operations/allowlist";
import { readOrigin } from "./serialized-origin.ts";
import type { SerializedOrigin } from "./serialized-origin.ts";

/** Says whether an origin, given as the exact text of the `Origin` header, is on the list. */
type AllowsOrigin = (origin: string) => boolean;

/**
 * Makes a domain list ready to ask, once per change of the list.
 *
 * @param entries canonical entries, as `parseAllowEntry` gives them; an empty list denies everything, and `*`
 *   alone allows every web origin, never `null`. An entry that is not canonical allows nothing.
 */
export function compileAllowlist(entries: readonly string[]): AllowsOrigin {
  const everyOrigin = entries.includes("*");
  const exact = new Map<string, AllowEntry[]>();
  const below = new Map<string, AllowEntry[]>();
  for (const entry of entries.map(readCanonicalEntry)) {
    if (!entry) continue;
    const byHost = entry.wildcard ? below : exact;
    byHost.set(entry.host, [...(byHost.get(entry.host) ?? []), entry]);
  }

  return (text) => {
    const origin = readOrigin(text);
    if (!origin) return false;
    if (everyOrigin || fits(exact.get(origin.host), origin)) return true;
    return below.size > 0 && parentsOf(origin.host).some((parent) => fits(below.get(parent), origin));
  };
}

function fits(entries: readonly AllowEntry[] | undefined, { scheme, port }: SerializedOrigin): boolean {
  return (entries ?? []).some(
    (entry) => (entry.scheme ?? scheme) === scheme && (entry.port ?? port) === port,
  );
}

/** `a.b.example.com` is below `b.example.com`, `example.com` and `com`. */
function parentsOf(host: string): readonly string[] {
  const labels = host.split(".");
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join("."));
}
