import { isMap, parseDocument } from "yaml";

/** What the form for the look of an agent has in it. */
export interface LookValues {
  readonly name: string;
  readonly welcome: string;
  /** As `#rrggbb`. */
  readonly colour: string;
  /** An address; empty for none. */
  readonly logo: string;
  readonly position: string;
  readonly starters: readonly string[];
}

/** A file that can be changed by the form. */
export interface LookFile {
  readonly values: LookValues;
  /** The file with some values changed: comments, order and everything else stay as they are. */
  write(changes: Partial<LookValues>): string;
}

/** What the agent file says where it says nothing (contract/agent-file). */
const usual = { colour: "#0f766e", position: "bottom-right" };

/** Reads the look out of an agent file; undefined when that is no YAML. */
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
    starters: Array.isArray(starters) ? starters.map(String) : [],
  };

  return {
    values,
    write(changes) {
      const changed = parseDocument(file);
      const set = (path: string[], value: unknown): void => {
        if (value === "" || (Array.isArray(value) && value.length === 0)) changed.deleteIn(path);
        else changed.setIn(path, value);
      };
      if (changes.name !== undefined) set(["name"], changes.name);
      if (changes.welcome !== undefined) set(["welcomeMessage"], changes.welcome);
      if (changes.colour !== undefined) set(["branding", "primaryColor"], changes.colour);
      if (changes.logo !== undefined) set(["branding", "logo"], changes.logo);
      if (changes.position !== undefined) set(["branding", "position"], changes.position);
      if (changes.starters !== undefined)
        set(
          ["starters"],
          changes.starters.map((each) => each.trim()).filter((each) => each !== ""),
        );
      return changed.toString({ lineWidth: 0 });
    },
  };
}

/** `#abc` as `#aabbcc`, which is all that a colour field takes. */
function longColour(colour: string): string {
  return colour.length === 4 ? colour.replaceAll(/[\da-f]/gi, "$&$&") : colour;
}
