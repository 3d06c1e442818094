import { isMap, parseDocument, visit } from "yaml";

/** What a starting point is filled in with. */
export interface NamedAgent {
  readonly id: string;
  readonly name: string;
}

/** What the person has decided in other steps, which a change of the purpose must not undo. */
const kept = ["knowledge", "model", "fallbackModels", "branding"] as const;

/**
 * A starting point with its id and name, and with what the file had so far of knowledge, model and look.
 *
 * @param template an agent file in which `NAME` stands for the name
 * @param before the file so far, if there is one
 */
export function fillPurpose(template: string, { id, name }: NamedAgent, before?: string): string {
  const file = parseDocument(template);
  visit(file, {
    Scalar(_, node) {
      if (typeof node.value === "string") node.value = node.value.replaceAll("NAME", () => name);
    },
  });
  file.set("id", id);
  const earlier = before === undefined ? undefined : parseDocument(before);
  if (earlier && earlier.errors.length === 0 && isMap(earlier.contents))
    for (const field of kept) {
      const node: unknown = earlier.get(field, true);
      if (node !== undefined && node !== null) file.set(field, node);
    }
  return file.toString({ lineWidth: 0 });
}

/** The file of an agent that has only a name so far: it works without any model. */
export function fileWithName({ id, name }: NamedAgent): string {
  return fillPurpose("id: new\nname: NAME\nmodel:\n  provider: extractive\ntools: [search_knowledge]\n", {
    id,
    name,
  });
}

/** A file under another id or name; everything else stays as it is written. */
export function renameAgent(file: string, { id, name }: NamedAgent): string {
  const renamed = parseDocument(file);
  renamed.set("id", id);
  renamed.set("name", name);
  return renamed.toString({ lineWidth: 0 });
}

/** What the guide shows of a file; `undefined` if it is not valid YAML. */
export interface ReadAgentFile {
  readonly name: string;
  readonly instructions: string;
  readonly starters: readonly string[];
  /** The provider of its model; empty if it has none. */
  readonly provider: string;
  /** Whether it has sources of its own, such as websites. */
  readonly hasSources: boolean;
}

/** Reads what the guide shows of a file. */
export function readAgentFile(file: string): ReadAgentFile | undefined {
  const document = parseDocument(file);
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const text = (...path: string[]): string => {
    const value: unknown = document.getIn(path);
    return typeof value === "string" ? value : "";
  };
  const { starters, knowledge } = document.toJS() as Record<string, unknown>;
  const sources = Array.isArray(knowledge)
    ? knowledge
    : (knowledge as { sources?: unknown } | undefined)?.sources;
  return {
    name: text("name"),
    instructions: text("instructions"),
    starters: Array.isArray(starters) ? starters.map(String) : [],
    provider: text("model", "provider"),
    hasSources: Array.isArray(sources) && sources.length > 0,
  };
}
