import { asObject } from "@servicechat/contract";
import { cutFailure } from "./provider-failure.ts";

/** The JSON object of an event. @throws ModelFailure `reply_cut` for anything else */
export function parseEvent(data: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    throw cutFailure(`an event is no JSON: ${data.slice(0, 200)}`, cause);
  }
  const fields = asObject(value);
  if (!fields) throw cutFailure(`an event is no object: ${data.slice(0, 200)}`);
  return fields;
}
