import { isMap, isScalar, isSeq, parseDocument, Scalar, YAMLSeq, type Document } from "yaml";

/** The values of the form for an agent's appearance. */
export interface LookValues {
  readonly name: string;
  readonly welcome: string;
  /** As `#rrggbb`. */
  readonly colour: string;
  /** A URL; empty for none. */
  readonly logo: string;
  readonly position: string;
  readonly style: string;
  readonly starters: readonly string[];
}

/** A file that the form can change. */
export interface LookFile {
  readonly values: LookValues;
  /** The file with some values changed: comments, order and everything else remain. */
  write(changes: Partial<LookValues>): string;
}

/** The defaults of the agent file (contract/agent-file). */
const usual = { colour: "#0f766e", position: "bottom-right", style: "windowed" };

/** Reads the appearance from an agent file; `undefined` if it is not valid YAML. */
export function readLook(file: string): LookFile | undefined {
  const document = parseDocument(file);
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const text = (...path: string[]): string => {
    const value: unknown = document.getIn(path);
    return typeof value === "string" ? value : "";
  };
  const starters: unknown = document.toJS()["starters"];
  const values: LookValues = {
    name: text("name"),
    welcome: text("welcomeMessage"),
    colour: longColour(text("branding", "primaryColor") || usual.colour),
    logo: text("branding", "logo"),
    position: text("branding", "position") || usual.position,
    style: text("branding", "style") || usual.style,
    starters: Array.isArray(starters) ? starters.map(String) : [],
  };

  return {
    values,
    write(changes) {
      const changed = parseDocument(file);
      const set = (path: string[], value: unknown): void => {
        const [parent = ""] = path;
        // An empty value, as in `branding:` alone, is not a map, so nothing could be written into it.
        if (path.length > 1 && !isMap(changed.get(parent))) changed.delete(parent);
        if (value !== "") changed.setIn(path, value);
        else if (changed.hasIn(path)) changed.deleteIn(path);
      };
      if (changes.name !== undefined) set(["name"], changes.name);
      if (changes.welcome !== undefined) set(["welcomeMessage"], changes.welcome);
      if (changes.colour !== undefined) set(["branding", "primaryColor"], changes.colour);
      if (changes.logo !== undefined) set(["branding", "logo"], changes.logo);
      if (changes.position !== undefined) set(["branding", "position"], changes.position);
      if (changes.style !== undefined) set(["branding", "style"], changes.style);
      if (changes.starters !== undefined) writeStarters(changed, changes.starters);
      return changed.toString({ lineWidth: 0 });
    },
  };
}

/** Writes the list so that remaining items keep their comments and quotes. */
function writeStarters(document: Document, starters: readonly string[]): void {
  if (starters.length === 0) return void document.delete("starters");
  const before = document.get("starters");
  const list = isSeq(before) ? before : new YAMLSeq();
  const left = list.items.filter((item) => isScalar(item));
  const take = (at: number): Scalar | undefined => (at < 0 ? undefined : left.splice(at, 1)[0]);
  const reused = starters.map((starter) => take(left.findIndex(({ value }) => value === starter)));
  // A changed item keeps its position and comments.
  list.items = starters.map((starter, at) => {
    const item = reused[at] ?? take(left.indexOf(list.items[at] as Scalar)) ?? new Scalar(starter);
    item.value = starter;
    return item;
  });
  if (list !== before) document.set("starters", list);
}

/** `#abc` as `#aabbcc`, the only form that a colour field accepts. */
function longColour(colour: string): string {
  return colour.length === 4 ? colour.replaceAll(/[\da-f]/gi, "$&$&") : colour;
}
