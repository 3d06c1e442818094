import { callableName, maxNameLength } from "../../models/callable-name.ts";

/**
 * A name that providers accept and that no other tool of the agent has.
 *
 * @param taken The names of the agent's other tools; the new one is added
 * @param place Which of the agent's MCP servers it is, from 1: it tells tools of the same name apart
 */
export function toolName(wanted: string, taken: Set<string>, place: number): string {
  const valid = callableName(wanted);
  let name = valid;
  for (let more = place; taken.has(name); more++) {
    const ending = `_${more}`;
    name = valid.slice(0, maxNameLength - ending.length) + ending;
  }
  taken.add(name);
  return name;
}
