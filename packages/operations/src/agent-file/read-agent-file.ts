import { parseAgentFile } from "@servicechat/contract/agent-file";
import type { AgentDefinition, AgentFileFault } from "@servicechat/contract/agent-file";
import type { FileFault } from "./file-fault.ts";
import { findSchemaFaults } from "./find-schema-faults.ts";
import { readYaml } from "./read-yaml.ts";

/** An agent as its file describes it. */
export interface AgentFile {
  readonly definition: AgentDefinition;
  /** Finds the line of what is said of a field. */
  readonly placed: (about: AgentFileFault) => FileFault;
}

/**
 * Parses the text of an agent file, YAML or JSON (which is YAML too). Never throws: every fault is listed, with line
 * and column if the text is not valid YAML, or with line and path of the field if the agent is invalid.
 */
export function readAgentFile(text: string): AgentFile | { readonly faults: readonly FileFault[] } {
  const read = readYaml(text);
  if ("faults" in read) return read;

  const { value, commented, lineOf } = read;
  const placed = ({ path, message }: AgentFileFault): FileFault => ({
    line: lineOf(path) ?? null,
    message: path === "" ? message : `${path}: ${message}`,
  });
  const result = parseAgentFile(value);
  const faults = [...("faults" in result ? result.faults : []), ...findSchemaFaults(value)];
  if (!("faults" in result) && faults.length === 0) return { definition: result.agent, placed };
  return {
    faults: faults.map(({ path, message }) => {
      const meant = commented.get(path);
      const why =
        meant === undefined ? "" : `: # starts a comment, so it needs quotes: ${JSON.stringify(meant)}`;
      return placed({ path, message: `${message}${why}` });
    }),
  };
}
