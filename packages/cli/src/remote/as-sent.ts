import { z } from "zod";

/**
 * Data that the API returns as it is stored. Only a service of the same version is sure to write the shape that
 * commands expect; it is only printed, so no decision depends on it.
 */
export function asSent<Value extends object>() {
  return z.custom<Value>((value) => typeof value === "object" && value !== null);
}
