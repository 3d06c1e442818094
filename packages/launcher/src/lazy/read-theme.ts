import type { Theme } from "@servicechat/contract";

/** Parses a theme; anything unknown is `auto`. */
export function readTheme(value: unknown): Theme {
  return value === "light" || value === "dark" ? value : "auto";
}
