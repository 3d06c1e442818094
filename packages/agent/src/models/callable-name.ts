/** Longest name of a tool that providers accept, in characters. */
export const maxNameLength = 64;

/**
 * A name that every provider accepts for a tool: letters, digits, `_` and `-`, beginning with a letter or `_`. A name
 * that already is one stays as it is.
 */
export function callableName(name: string): string {
  return name
    .replaceAll(/[^\w-]/g, "_")
    .replace(/^(?=[^A-Za-z_]|$)/, "_")
    .slice(0, maxNameLength);
}
