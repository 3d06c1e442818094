const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/**
 * A new id for a tool call. The providers' own may be missing, repeated, or of a form that another provider refuses;
 * nine letters and digits are accepted by all.
 */
export function newCallId(random: () => number): string {
  return Array.from({ length: 9 }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
}
