/** The value of a JSON text; `undefined` if it is not JSON, which JSON itself cannot represent. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
