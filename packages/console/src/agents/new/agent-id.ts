/** Letters that are not a base letter with marks, as they are usually written in a-z. */
const latin: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
const greek = pairs("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o");
const cyrillic = pairs(
  "абвгґдеёєжзиіїйклмнопрстуфхцчшщъыьэюя",
  "a b v g g d e yo ye zh z i i yi y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya",
);
const letters = new Map([...Object.entries(latin), ...greek, ...cyrillic]);

/** Longest id of an agent. */
export const maxIdLength = 64;

/** What an id consists of (contract/agent-file), as a pattern of a field. */
export const idPattern = "[a-z0-9][a-z0-9\\-]*";

/**
 * An agent's id from its name: `mueller-soehne` of `Müller & Söhne`. A name in a script that is not transliterated gets
 * `agent-` and a number that is always the same for this name.
 */
export function idFromName(name: string): string {
  const plain = Array.from(name.trim().normalize("NFC").toLowerCase())
    .map((letter) => letters.get(letter) ?? bare(letter))
    .join("");
  const parts = plain.replaceAll(/[’'`]/g, "").split(/[^a-z0-9]+/);
  const id = withoutLastDash(
    parts
      .filter((part) => part !== "")
      .join("-")
      .slice(0, maxIdLength),
  );
  if (id !== "") return id;
  return name.trim() === "" ? "" : `agent-${numberOf(name.trim())}`;
}

/** The next id to try if one is taken: `shop-2` after `shop`, then `shop-3`. */
export function nextId(id: string): string {
  const [, stem = id, number = "1"] = /^(.*?)-([1-9]\d{0,3})$/.exec(id) ?? [];
  const ending = `-${Number(number) + 1}`;
  return withoutLastDash(stem.slice(0, maxIdLength - ending.length)) + ending;
}

const withoutLastDash = (id: string): string => (id.endsWith("-") ? id.slice(0, -1) : id);

/** A letter without its marks, where it is transliterated without them too. */
function bare(letter: string): string {
  return Array.from(letter.normalize("NFKD").replaceAll(/\p{M}/gu, ""))
    .map((each) => letters.get(each) ?? each)
    .join("");
}

/** Four digits, the same for the same text. */
function numberOf(text: string): number {
  let sum = 0;
  for (const sign of text) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9000;
  return 1000 + sum;
}

function pairs(from: string, to: string): (readonly [string, string])[] {
  const written = to.split(" ");
  return Array.from(from).map((letter, at) => [letter, written[at] ?? ""]);
}
