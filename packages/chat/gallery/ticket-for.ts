/** A ticket as the service seals it, for a page of that origin. Nobody looks at the seal here. */
export function ticketFor(keyId: string, origin: string): string {
  const claims = { v: 1, k: keyId, o: origin, x: 4_000_000_000 };
  const payload = btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${payload}.seal`;
}
