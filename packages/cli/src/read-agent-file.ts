import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { parseDocument } from "yaml";
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
 * @throws Refusal that lists every fault: with line and column where the text is no YAML, with the path of the field
 *   where the agent is not right
 */
export async function readAgentFile(file: string): Promise<AgentFile> {
  const document = parseDocument(readText(file), { prettyErrors: true });
  const syntaxFaults = [...document.errors, ...document.warnings].map(({ message, linePos }) => {
    const where = linePos ? `line ${linePos[0].line}, column ${linePos[0].col}: ` : "";
    return `${where}${message.replace(/ at line \d+, column \d+:[\s\S]*$/, "")}`;
  });
  if (syntaxFaults.length > 0) throw refusal(file, syntaxFaults);

  const value = toValue(file, document);
  // It takes long to load: no other command waits for it.
  const { findSchemaFaults } = await import("./find-schema-faults.ts");
  const result = parseAgentFile(value);
  const faults = [...("faults" in result ? result.faults : []), ...findSchemaFaults(value)];
  if ("faults" in result || faults.length > 0) {
    throw refusal(
      file,
      faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)),
    );
  }
  return { definition: result.agent, baseDirectory: dirname(resolve(file)) };
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new Refusal(`The file ${file} could not be read: is it there?`, { cause });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Refusal(`The file ${file} is not UTF-8 text.`, { cause });
  }
}

/** Aliases are resolved here, and a file whose aliases multiply beyond reason is refused. */
function toValue(file: string, document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw refusal(file, [cause instanceof Error ? cause.message : "cannot be read as YAML"]);
  }
}

function refusal(file: string, faults: readonly string[]): Refusal {
  return new Refusal([`${file} was not applied:`, ...faults.map((fault) => `  ${fault}`)].join("\n"));
}
