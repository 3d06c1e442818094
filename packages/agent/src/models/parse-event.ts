import { asObject } from "@servicechat/contract";
import { cutFailure } from "./provider-failure.ts";

/** The JSON object of an event. @throws ModelFailure `reply_cut` for anything else */
export function parseEvent(data: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw cutFailure("an event is not JSON");
  }
  const fields = asObject(value);
  if (!fields) throw cutFailure("an event is not an object");
  return fields;
}
