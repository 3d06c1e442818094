import { patternIssue } from "@servicechat/agent/pattern-issue";
import { parseAgentTests, httpToolSchema, pathText, sayIssue } from "@servicechat/contract/agent-file";
import type { AgentFileFault, AgentTests, Expectations, StandIn } from "@servicechat/contract/agent-file";
import { asObject } from "@servicechat/contract";
import type { FileFault } from "../agent-file/file-fault.ts";
import { readYaml } from "../agent-file/read-yaml.ts";
import { findSchemaFaults } from "../agent-file/find-schema-faults.ts";

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

/** The regular expression of a wording between slashes; `undefined` for plain text. */
export function patternOf(wording: string): string | undefined {
  return /^\/(.+)\/$/s.exec(wording)?.[1];
}

type Path = readonly PropertyKey[];

/**
 * Stand-ins that cannot take the place of any tool: their names and schemas must be valid for tools.
 *
 * @param written the file as it is written, where a stand-in may be alone or in a list
 */
function findStandInFaults(file: AgentTests, written: unknown): readonly AgentFileFault[] {
  const fields = asObject(written);
  const tests = fields?.["tests"];
  return [
    ...faultsOfStandIns(file.tools, ["tools"], fields),
    ...file.tests.flatMap(({ tools }, index) =>
      faultsOfStandIns(
        tools,
        ["tests", index, "tools"],
        asObject(Array.isArray(tests) ? tests[index] : undefined),
      ),
    ),
  ];
}

function faultsOfStandIns(
  standIns: Readonly<Record<string, readonly StandIn[]>>,
  path: Path,
  around: Readonly<Record<string, unknown>> | undefined,
): readonly AgentFileFault[] {
  const asWritten = asObject(around?.["tools"]);
  return Object.entries(standIns).flatMap(([name, list]) => {
    const place = [...path, name];
    const named = httpToolSchema.shape.name.safeParse(name, { error: sayIssue });
    if (!named.success) return named.error.issues.map(({ message }) => ({ path: pathText(place), message }));
    const isList = Array.isArray(asWritten?.[name]);
    return list.flatMap((standIn, index) => faultsOfStandIn(standIn, isList ? [...place, index] : place));
  });
}

function faultsOfStandIn(standIn: Pick<StandIn, "inputSchema">, place: Path): readonly AgentFileFault[] {
  if (!standIn.inputSchema) return [];
  // As the agent gets it: `type: object` may be omitted.
  const inputSchema = { type: "object", ...standIn.inputSchema };
  const read = httpToolSchema.shape.inputSchema.safeParse(inputSchema, { error: sayIssue });
  if (!read.success)
    return read.error.issues.map(({ message }) => ({
      path: pathText([...place, "inputSchema"]),
      message,
    }));
  return findSchemaFaults({ tools: [{ inputSchema }] }).map(({ path, message }) => ({
    path: pathText(place) + path.replace("tools[0]", ""),
    message,
  }));
}
