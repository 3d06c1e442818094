import { cleanText } from "@servicechat/contract";

/** A value as JSON, every text in it cleaned first: what goes to a model goes through here. */
export function cleanJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Nearly always there is nothing to clean, and a look at the whole costs less than one at each text.
  if (!json.includes("\\u") && cleanText(json) === json) return json;
  return JSON.stringify(value, (_name, field: unknown) =>
    typeof field === "string" ? cleanText(field) : field,
  );
}

/** The value of a JSON text; `undefined` if it is not JSON, which JSON itself cannot represent. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
