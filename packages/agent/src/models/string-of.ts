/** The value if it is a string, else an empty one: providers leave fields out, or fill them with null. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
