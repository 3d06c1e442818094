import { changeFile, readFile, valueIn, type FilePath } from "../agent-file/edit-file.ts";

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

const paths: Readonly<Record<keyof LookValues, FilePath>> = {
  name: ["name"],
  welcome: ["welcomeMessage"],
  colour: ["branding", "primaryColor"],
  logo: ["branding", "logo"],
  position: ["branding", "position"],
  style: ["branding", "style"],
  starters: ["starters"],
};

/** Reads the appearance from an agent file; `undefined` if it is not valid YAML. */
export function readLook(file: string): LookFile | undefined {
  const read = readFile(file);
  if (!read) return undefined;
  const text = (field: keyof LookValues): string => {
    const value = valueIn(read, paths[field]);
    return typeof value === "string" ? value : "";
  };
  const starters = read["starters"];
  const values: LookValues = {
    name: text("name"),
    welcome: text("welcome"),
    colour: longColour(text("colour") || usual.colour),
    logo: text("logo"),
    position: text("position") || usual.position,
    style: text("style") || usual.style,
    starters: Array.isArray(starters) ? starters.map(String) : [],
  };
  return {
    values,
    write: (changes) =>
      (Object.keys(changes) as (keyof LookValues)[]).reduce((text, field) => {
        const value = changes[field];
        return changeFile(text, paths[field], value?.length ? value : undefined);
      }, file),
  };
}

/** `#abc` as `#aabbcc`, the only form that a colour field accepts. */
function longColour(colour: string): string {
  return colour.length === 4 ? colour.replaceAll(/[\da-f]/gi, "$&$&") : colour;
}
