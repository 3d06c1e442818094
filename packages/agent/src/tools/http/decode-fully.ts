/** Nobody writes such an address with more, and each round takes as long as the text. */
const maxRounds = 8;

/** Sequences that only non-conforming parsers decode to ASCII: overlong UTF-8, and the `%u002f` of old servers. */
const laxEncoding =
  /%(?:c[01]%[0-9a-f]{2}|e0%[89][0-9a-f]%[0-9a-f]{2}|f0%8[0-9a-f]%[0-9a-f]{2}%[0-9a-f]{2}|u00[0-9a-f]{2})/gi;

/**
 * A part of an address as the most lenient parser understands it: decoded until nothing is left to decode, and with the
 * look-alikes of ASCII that some servers fold, such as the full-width slash. Invalid or endless encodings become the
 * worst case, a slash.
 */
export function decodeFully(encoded: string): string {
  let text = encoded;
  for (let round = 0; round < maxRounds; round += 1) {
    const decoded = decodeOnce(text).normalize("NFKC");
    if (decoded === text) return text;
    text = decoded;
  }
  return "/";
}

function decodeOnce(text: string): string {
  return (
    text
      // Percent signs that were encoded many times are read at once.
      .replaceAll(/%(?:25)+/g, "%")
      .replaceAll(laxEncoding, "/")
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
        Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"),
      )
  );
}
