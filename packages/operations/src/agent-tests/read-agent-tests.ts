import { patternFault } from "@servicechat/agent/pattern-fault";
import { parseAgentTests } from "@servicechat/contract/agent-file";
import type { AgentFileFault, AgentTests, Expectations } from "@servicechat/contract/agent-file";
import type { FileFault } from "../agent-file/file-fault.ts";
import { readYaml } from "../agent-file/read-yaml.ts";
import { findStandInFaults } from "./find-stand-in-faults.ts";
import { patternOf } from "./pattern-of.ts";

/**
 * Reads the text of a file of tests, YAML or JSON. Never throws: every fault is listed, with line and column where the
 * text is no YAML, else with line and path of the field.
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
      : [...patternFaults(parsed.tests), ...findStandInFaults(parsed.tests, read.value)];
  if (!("faults" in parsed) && faults.length === 0) return parsed;
  return {
    faults: faults.map(({ path, message }) => ({
      line: read.lineOf(path) ?? null,
      message: path === "" ? message : `${path}: ${message}`,
    })),
  };
}

/** Regular expressions come from whoever writes tests, and must not hold up the service: they are decided in linear time. */
function patternFaults({ tests }: AgentTests): readonly AgentFileFault[] {
  return tests.flatMap(({ expect, turns = [] }, index) => [
    ...faultsOf(expect, `tests[${index}].expect`),
    ...turns.flatMap((turn, at) => faultsOf(turn.expect, `tests[${index}].turns[${at}].expect`)),
  ]);
}

function faultsOf(expect: Expectations | undefined, path: string): readonly AgentFileFault[] {
  return (["contains", "notContains"] as const).flatMap((field) =>
    (expect?.[field] ?? []).flatMap((wording) => {
      const pattern = patternOf(wording);
      const message = pattern === undefined ? undefined : patternFault(pattern);
      return message === undefined ? [] : [{ path: `${path}.${field}`, message }];
    }),
  );
}
