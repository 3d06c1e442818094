/** Why a text is no regular expression as the server's library reads one; `undefined` when it is. */
export function patternFault(text: string): string | undefined {
  try {
    new RegExp(text, "u");
    return undefined;
  } catch (error) {
    // It repeats the expression, which may be long, before it says why.
    return error instanceof SyntaxError ? error.message.split(": ").at(-1) : "it is too large";
  }
}
