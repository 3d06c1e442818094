import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import { icon } from "./icon.tsx";

/** The number of colours that tell names apart, see `--series-0` and those that follow. */
const colors = 6;

/**
 * The initials of a name on a colour that is always the same for it, or the picture of a colleague; decoration, since the
 * name is beside it.
 *
 * @param props.operator the id of a colleague
 * @param props.isSmall beside a line of text
 */
export function Avatar({
  name,
  operator,
  isSmall = false,
}: {
  name: string | undefined;
  operator?: string | undefined;
  isSmall?: boolean;
}): JSX.Element {
  const shape = isSmall ? "name-avatar small" : "name-avatar";
  const { api, faces } = useConsole();
  const face = operator === undefined ? undefined : faces.value.get(operator);
  if (operator !== undefined && face !== undefined) {
    const path = `faces/${encodeURIComponent(operator)}`;
    return <img class={shape} key={face} src={api.address(path, { v: face })} alt="" />;
  }
  const initials = name === undefined ? "" : initialsOf(name);
  const color = name === undefined ? "series-4" : `series-${hashOf(name) % colors}`;
  return (
    <span class={shape} style={{ "--color": `var(--${color})` }} aria-hidden="true">
      {initials || icon("person", 17)}
    </span>
  );
}

/** Of the first and the last word; of an address, of what is before the `@`. */
function initialsOf(name: string): string {
  const words = name.split("@")[0]?.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => /^.\p{M}*/u.exec(word ?? "")?.[0] ?? "")
    .join("")
    .toUpperCase();
}

/** A whole number that depends on nothing but the name. */
function hashOf(name: string): number {
  let hash = 0;
  for (const sign of name) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
