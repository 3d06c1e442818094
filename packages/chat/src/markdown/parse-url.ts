/** The address that a text is, as the WHATWG parser reads it; `undefined` when it is none. */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
