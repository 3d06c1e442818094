import { cleanText } from "@servicechat/contract";

/** A value as JSON, every text in it cleaned first: what goes to a model goes through here. */
export function cleanJson(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) =>
    typeof field === "string" ? cleanText(field) : field,
  );
}
