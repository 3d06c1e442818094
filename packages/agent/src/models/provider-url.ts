/** An endpoint below a provider's base address; a query, such as Azure's `api-version`, stays. */
export function providerUrl(baseUrl: string, endpoint: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/${endpoint}`;
  return url;
}
