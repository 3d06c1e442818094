import { patternIssue } from "@servicechat/agent/pattern-issue";
import { parseAgentTests } from "@servicechat/contract/agent-file";
import type { AgentFileFault, AgentTests, Expectations } from "@servicechat/contract/agent-file";
import type { FileFault } from "../agent-file/file-fault.ts";
import { readYaml } from "../agent-file/read-yaml.ts";
import { findStandInFaults } from "./find-stand-in-faults.ts";
import { patternOf } from "./pattern-of.ts";

/**
 * Parses the text of a test file, YAML or JSON. Never throws: every fault is listed, with line and column if the text
 * is not valid YAML, otherwise with line and path of the field.
 */
export function readAgentTests(
  text: string,
): { readonly tests: AgentTests } | { readonly faults: readonly FileFault[] } {
  const read = readYaml(text);
  if ("faults" in read) return read;
  const parsed = parseAgentTests(read.value);
  const faults =
    "faults" in parsed
      ? parsed.faults
      : [...patternIssues(parsed.tests), ...findStandInFaults(parsed.tests, read.value)];
  if (!("faults" in parsed) && faults.length === 0) return parsed;
  return {
    faults: faults.map(({ path, message }) => ({
      line: read.lineOf(path) ?? null,
      message: path === "" ? message : `${path}: ${message}`,
    })),
  };
}

/**
 * The authors of tests write regular expressions, which must not block the service: they are decided in linear time.
 */
function patternIssues({ tests }: AgentTests): readonly AgentFileFault[] {
  return tests.flatMap(({ expect, turns = [] }, index) => [
    ...faultsOf(expect, `tests[${index}].expect`),
    ...turns.flatMap((turn, at) => faultsOf(turn.expect, `tests[${index}].turns[${at}].expect`)),
  ]);
}

function faultsOf(expect: Expectations | undefined, path: string): readonly AgentFileFault[] {
  return (["contains", "notContains"] as const).flatMap((field) =>
    (expect?.[field] ?? []).flatMap((wording) => {
      const pattern = patternOf(wording);
      const message = pattern === undefined ? undefined : patternIssue(pattern);
      return message === undefined ? [] : [{ path: `${path}.${field}`, message }];
    }),
  );
}
