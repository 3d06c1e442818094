import { asObject } from "@servicechat/contract";
import { cutOffError } from "./provider-error.ts";

/** The JSON object of an event. @throws ModelError `reply_cut` for anything else */
export function parseEvent(data: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw cutOffError("an event is not JSON");
  }
  const fields = asObject(value);
  if (!fields) throw cutOffError("an event is not an object");
  return fields;
}
