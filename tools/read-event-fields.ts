import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { repository } from "./source-files.ts";

/** The contract's definition of one event of the reply stream. */
interface EventFields {
  readonly name: string;
  /**
   * Its data in JSON notation: `{}`, `string`, or an object with the names of its fields, `?` marking optional ones.
   */
  readonly data: string;
}

const folder = join(repository, "packages/contract/src/wire");

/**
 * Reads the events and the fields of their data from the contract's types, which are the only source: a separate list
 * of names could become outdated.
 */
export function readEventFields(): readonly EventFields[] {
  const interfaces = new Map<string, string>();
  const events: { name: string; type: string }[] = [];

  for (const file of ["parts.ts", "handoff.ts", "events.ts"]) {
    const text = readFileSync(join(folder, file), "utf8");
    const source = (node: { readonly start: number; readonly end: number }): string =>
      text.slice(node.start, node.end);
    new Visitor({
      TSInterfaceDeclaration(node) {
        const names = node.body.body.flatMap((member) =>
          member.type === "TSPropertySignature" ? [source(member.key) + (member.optional ? "?" : "")] : [],
        );
        interfaces.set(node.id.name, `{${names.join(", ")}}`);
      },
      TSTypeAliasDeclaration(node) {
        if (node.id.name !== "StreamEvent" || node.typeAnnotation.type !== "TSUnionType") return;
        for (const member of node.typeAnnotation.types) {
          const [, name, type] = /type: "(\w+)"; readonly data: (.+) }$/s.exec(source(member)) ?? [];
          if (name === undefined || type === undefined)
            throw new Error(`No event can be read from ${source(member)}`);
          events.push({ name, type });
        }
      },
    }).visit(parseSync(file, text).program);
  }

  return events.map(({ name, type }) => ({ name, data: dataOf(type, interfaces) }));
}

function dataOf(type: string, interfaces: ReadonlyMap<string, string>): string {
  if (type === "string") return "string";
  if (type.includes("Record<string, never>")) return "{}";
  const fields = interfaces.get(type);
  if (fields === undefined) throw new Error(`The contract has no interface ${type}`);
  return fields;
}
