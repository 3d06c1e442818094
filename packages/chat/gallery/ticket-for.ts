/** A ticket like the service's, for a page of that origin. Nothing checks its seal here. */
export function ticketFor(keyId: string, origin: string): string {
  const claims = { v: 1, k: keyId, o: origin, x: 4_000_000_000 };
  const payload = btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${payload}.seal`;
}
