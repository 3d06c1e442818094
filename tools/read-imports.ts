import { parseSync, Visitor } from "oxc-parser";

/** One import as written: static, dynamic, of a type, or a re-export. */
export interface Import {
  /** What is imported; `undefined` if a dynamic import computes it. */
  readonly specifier: string | undefined;
  /** Whether only types are imported, so that nothing of it remains at run time. */
  readonly typeOnly: boolean;
  /** The imported names, as the other module calls them; "*" for all of them. */
  readonly names: readonly string[];
  /** Starting at 1. */
  readonly line: number;
}

/**
 * Reads every import of a file. The ending of its path determines the language.
 * @throws if the text is not a program: a file that cannot be parsed must not count as one without imports
 */
export function readImports(path: string, text: string): readonly Import[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);

  const imports: Import[] = [];
  const add = (
    node: Span,
    source: object | null,
    kind: "type" | "value" = "value",
    names: readonly string[] = ["*"],
  ): void => {
    if (source === null) return; // an export of the file's own names
    const specifier = "value" in source && typeof source.value === "string" ? source.value : undefined;
    const line = text.slice(0, node.start).split("\n").length;
    imports.push({ specifier, typeOnly: kind === "type", names, line });
  };
  new Visitor({
    ImportDeclaration(node) {
      const names = node.specifiers.map((each) =>
        each.type === "ImportSpecifier" ? nameOf(each.imported) : "*",
      );
      add(node, node.source, node.importKind ?? "value", names);
    },
    ExportNamedDeclaration(node) {
      const names = node.specifiers.map(({ local }) => nameOf(local));
      add(node, node.source, node.exportKind ?? "value", names);
    },
    ExportAllDeclaration: (node) => add(node, node.source, node.exportKind ?? "value"),
    ImportExpression: (node) => add(node, node.source),
    TSImportType: (node) => add(node, node.source, "type"),
  }).visit(program);
  return imports;
}

function nameOf(name: { readonly name: string } | { readonly value: string }): string {
  return "name" in name ? name.name : name.value;
}

interface Span {
  readonly start: number;
}
