/** The headers that carry a key. Azure's older addresses read it from a header of their own. */
export function openAiAuthorization(url: URL, apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined) return {};
  const isAzure = url.hostname.endsWith(".azure.com");
  return { authorization: `Bearer ${apiKey}`, ...(isAzure && { "api-key": apiKey }) };
}
