/** The credential of an `Authorization` header; `undefined` when it has none of the scheme Bearer (RFC 6750, 2.1). */
export function bearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}
