/** Longest name that providers take, in characters. */
const maxLength = 64;

/**
 * A name that providers take and that no other tool of the agent has.
 *
 * @param taken The names of the agent's other tools; the new one is added
 * @param place Which of the agent's MCP servers it is, from 1: it tells tools of the same name apart
 */
export function toolName(wanted: string, taken: Set<string>, place: number): string {
  const valid = wanted.replaceAll(/[^\w-]/g, "_").replace(/^(?=[^A-Za-z_]|$)/, "_");
  let name = valid.slice(0, maxLength);
  for (let more = place; taken.has(name); more++) {
    const ending = `_${more}`;
    name = valid.slice(0, maxLength - ending.length) + ending;
  }
  taken.add(name);
  return name;
}
