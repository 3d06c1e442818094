/**
 * A new key for one turn: 128 random bits as 32 hexadecimal characters. `crypto.randomUUID` would do, but browsers do
 * not provide it to a frame on a page over plain HTTP.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
