import { dirname } from "node:path";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { readYamlFile } from "./read-yaml-file.ts";
import { Refusal } from "./refusal.ts";

/** An agent as its file describes it. */
export interface AgentFile {
  readonly definition: AgentDefinition;
  /** The folder of the file, absolute: relative `files` patterns start there. */
  readonly baseDirectory: string;
}

/**
 * Reads an agent file, YAML or JSON (which is YAML too).
 *
 * @param file absolute
 * @throws Refusal that lists every fault: with line and column where the text is no YAML, with line and path of the
 *   field where the agent is not right
 */
export async function readAgentFile(file: string): Promise<AgentFile> {
  const read = readYamlFile(file);
  if ("faults" in read) throw refusal(file, read.faults);

  const { value, commented, lineOf } = read;
  // It takes long to load: no other command waits for it.
  const { findSchemaFaults } = await import("./find-schema-faults.ts");
  const result = parseAgentFile(value);
  const faults = [...("faults" in result ? result.faults : []), ...findSchemaFaults(value)];
  if ("faults" in result || faults.length > 0) {
    throw refusal(
      file,
      faults.map(({ path, message }) => {
        const meant = commented.get(path);
        const why =
          meant === undefined ? "" : `: # begins a comment, so it needs quotes: ${JSON.stringify(meant)}`;
        const line = lineOf(path);
        const place = [...(line === undefined ? [] : [`line ${line}`]), ...(path === "" ? [] : [path])];
        return [...place, `${message}${why}`].join(": ");
      }),
    );
  }
  return { definition: result.agent, baseDirectory: dirname(file) };
}

function refusal(file: string, faults: readonly string[]): Refusal {
  return new Refusal([`${file} was not applied:`, ...faults.map((fault) => `  ${fault}`)].join("\n"));
}
