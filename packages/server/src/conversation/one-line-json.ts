import { cleanText } from "@servicechat/contract";

/** What JSON leaves as it is although it ends a line. */
const lineEnds = /[\u0085\u2028\u2029]/g;

/** A stranger's data for a model: one line, so that nothing in it can look like a label's end or like another message. */
export function oneLineJson(value: unknown): string {
  return cleanText(JSON.stringify(value)).replaceAll(lineEnds, " ");
}
