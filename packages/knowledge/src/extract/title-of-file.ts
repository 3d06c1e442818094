import { basename, extname } from "node:path";

/** A title made of a file's name: `opening-hours.txt` is `Opening hours`. */
export function titleOfFile(name: string): string {
  const words = basename(name, extname(name))
    .replace(/[-_\s]+/g, " ")
    .trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : name;
}
