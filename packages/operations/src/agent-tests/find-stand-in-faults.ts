import { asObject } from "@servicechat/contract";
import { httpToolSchema, pathText, sayIssue } from "@servicechat/contract/agent-file";
import type { AgentFileFault, AgentTests, StandIn } from "@servicechat/contract/agent-file";
import { findSchemaFaults } from "../agent-file/find-schema-faults.ts";

type Path = readonly PropertyKey[];

/**
 * Stand-ins that cannot take the place of any tool: their names and schemas must be valid for tools.
 *
 * @param written the file as it is written, where a stand-in may be alone or in a list
 */
export function findStandInFaults(file: AgentTests, written: unknown): readonly AgentFileFault[] {
  const fields = asObject(written);
  const tests = fields?.["tests"];
  return [
    ...faultsOfAll(file.tools, ["tools"], fields),
    ...file.tests.flatMap(({ tools }, index) =>
      faultsOfAll(
        tools,
        ["tests", index, "tools"],
        asObject(Array.isArray(tests) ? tests[index] : undefined),
      ),
    ),
  ];
}

function faultsOfAll(
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
    return list.flatMap((standIn, index) => faultsOf(standIn, isList ? [...place, index] : place));
  });
}

function faultsOf(standIn: Pick<StandIn, "inputSchema">, place: Path): readonly AgentFileFault[] {
  if (!standIn.inputSchema) return [];
  // As the agent gets it: it need not be said that an input is an object.
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
