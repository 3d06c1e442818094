import { z } from "zod";

/**
 * What the API passes on as it is stored. Only a service that has the same version writes it in the shape that commands
 * read; nothing of it decides what is done here, it is printed.
 */
export function asSent<Value extends object>() {
  return z.custom<Value>((value) => typeof value === "object" && value !== null);
}
