import type { AgentDefinition, AgentFileFault } from "@servicechat/contract/agent-file";
import type { FileFault } from "./file-fault.ts";
import { findNotes } from "./find-notes.ts";
import { missingVariables } from "./missing-variables.ts";
import { readAgentFile } from "./read-agent-file.ts";

/** The surroundings for checking an agent file. */
export interface FileSurroundings {
  /** The variables of the service. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the service would make a request to an address. */
  readonly mayRequest: (url: string) => boolean;
}

/** An agent file without faults. */
export interface CheckedAgentFile {
  readonly definition: AgentDefinition;
  /** Finds the line of what is said of a field. */
  readonly placed: (about: AgentFileFault) => FileFault;
  /** Allowed content that does not work, or not as its author expects. */
  readonly notes: readonly FileFault[];
  /** A sentence for each variable that the agent needs and that is not set. */
  readonly warnings: readonly string[];
}

/** Parses the text of an agent file and reports everything about it. Never throws. */
export function checkAgentFile(
  text: string,
  { environment, mayRequest }: FileSurroundings,
): CheckedAgentFile | { readonly faults: readonly FileFault[] } {
  const file = readAgentFile(text);
  if ("faults" in file) return file;
  const { definition, placed } = file;
  return {
    definition,
    placed,
    notes: findNotes(definition, mayRequest).map(placed),
    warnings: missingVariables(definition, environment),
  };
}
