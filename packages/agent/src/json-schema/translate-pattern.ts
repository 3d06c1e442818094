/** What JavaScript considers blank, and what it does not, as ranges for a class of RE2. */
const blank =
  "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const notBlank =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";
/** Any character, and any but ends of lines. */
const anything = "[\\x{0}-\\x{10ffff}]";
const inLine = "[^\\n\\r\\x{2028}\\x{2029}]";

/** Long names that RE2 knows by their short ones only. */
const categories: Readonly<Record<string, string>> = {
  Letter: "L",
  Uppercase_Letter: "Lu",
  Lowercase_Letter: "Ll",
  Titlecase_Letter: "Lt",
  Modifier_Letter: "Lm",
  Other_Letter: "Lo",
  Mark: "M",
  Combining_Mark: "M",
  Nonspacing_Mark: "Mn",
  Spacing_Mark: "Mc",
  Number: "N",
  Decimal_Number: "Nd",
  Punctuation: "P",
  punct: "P",
  Symbol: "S",
  Currency_Symbol: "Sc",
  Math_Symbol: "Sm",
  Separator: "Z",
  Space_Separator: "Zs",
  Control: "Cc",
};

/** A part of a pattern, in the order in which they are tried: inside a class, and outside. */
const token =
  /\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u\{([0-9a-fA-F]+)\}|\\u([0-9a-fA-F]{4})|\\c([A-Za-z])|\\[pP]\{([^{}]*)\}|\\k<[^<>]*>|\\[1-9]\d*|\\.|\(\?(?:<?[=!]|<[^<>]*>|[a-z-]*:)|\[\^?\]|[^]/gu;

/** A pattern without a counterpart: the message names the unsupported part. */
export class UnreadablePattern extends Error {
  override readonly name = "UnreadablePattern";
}

/**
 * Writes a regular expression of JavaScript, with the flag `u` and known to be one, as RE2 reads it, so that both mean the same.
 *
 * @throws UnreadablePattern for what no engine decides in linear time, such as look-around
 */
export function translatePattern(pattern: string): string {
  if (!pattern.isWellFormed()) throw new UnreadablePattern("half a character, which cannot be searched for");
  let isInClass = false;
  let translated = "";
  for (const match of pattern.matchAll(token)) {
    const [text] = match;
    translated += isInClass ? inClass(match) : outside(match);
    if (text === "[" || text === "[^") isInClass = true;
    if (text === "]") isInClass = false;
  }
  return translated;
}

function outside(match: RegExpExecArray): string {
  const [text] = match;
  if (text === ".") return inLine;
  if (text === "[]") return "[^\\x{0}-\\x{10ffff}]";
  if (text === "[^]") return anything;
  if (text === "\\s") return `[${blank}]`;
  if (text === "\\S") return `[${notBlank}]`;
  if (/^\(\?<?[=!]$/.test(text)) throw new UnreadablePattern("look-around, such as (?=...)");
  if (/^\\(?:k<|[1-9])/.test(text)) throw new UnreadablePattern("a back-reference");
  if (/^\(\?[a-z-]+:$/.test(text)) throw new UnreadablePattern("flags inside of it");
  // The name of a group does not matter for whether there is a match.
  if (text === "(" || text.startsWith("(?<")) return "(?:";
  return escape(match);
}

function inClass(match: RegExpExecArray): string {
  const [text] = match;
  if (text === "\\s") return blank;
  if (text === "\\S") return notBlank;
  if (text === "\\b") return "\\x{8}";
  // There it would begin a name, such as [:alpha:].
  if (text === "[") return "\\[";
  return escape(match);
}

/** Characters that are written as numbers, and what needs no translation. */
function escape([text, high, low, point, unit, control, property]: RegExpExecArray): string {
  if (high !== undefined && low !== undefined)
    return codePoint(String.fromCharCode(parseInt(high, 16), parseInt(low, 16)).codePointAt(0) ?? 0);
  const code = point ?? unit;
  if (code !== undefined) return codePoint(parseInt(code, 16));
  if (control !== undefined) return codePoint((control.codePointAt(0) ?? 0) % 32);
  if (property !== undefined) {
    const name = property.replace(/^(?:gc|General_Category|sc|Script)=/, "");
    return `${text.slice(0, 2)}{${categories[name] ?? name}}`;
  }
  if (text === "\\0") return "\\x{0}";
  return text === "\\/" ? "/" : text;
}

function codePoint(code: number): string {
  if (code >= 0xd800 && code <= 0xdfff)
    throw new UnreadablePattern("half a character, which cannot be searched for");
  return `\\x{${code.toString(16)}}`;
}
