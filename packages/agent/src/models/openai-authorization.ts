/** The headers with a key. Azure's older addresses use a different header. */
export function openAiAuthorization(url: URL, apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined) return {};
  const isAzure = url.hostname.endsWith(".azure.com");
  return { authorization: `Bearer ${apiKey}`, ...(isAzure && { "api-key": apiKey }) };
}
