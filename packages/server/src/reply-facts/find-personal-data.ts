/** Personal data that a text may contain. */
export type PersonalData = "email" | "phone" | "card" | "iban";

const email =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}{2,63}/u;
/** Digits of a card, perhaps in groups. They begin with 22 to 27, or 3 to 6. */
const card = /(?<![\d.,-])(?:[3-6]|2[2-7])(?:[ -]?\d){12,18}(?![\d.,-]?\d)/g;
/** Country, check digits, and up to thirty letters and digits, perhaps in groups of four. */
const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{1,4}){3,8}\b/gi;
/** With a country's prefix or a leading zero: other numbers are orders, prices and dates. */
const phone =
  /(?<![\d\p{L}.,-]|\d )(?:\+|00)[1-9](?:[ ()./-]{0,2}\d){7,13}(?!\d)|(?<![\d\p{L}.,:-]|\d )\(?0[1-9](?:[ ()/-]{0,2}\d){7,11}(?![\d.,:])/gu;

/**
 * Which kinds of personal data a text has: e-mail addresses, card numbers and IBANs whose check digits are right, and
 * numbers that are written as those of telephones are.
 */
export function findPersonalData(text: string): readonly PersonalData[] {
  const plain = text.normalize("NFKC");
  const cards = (plain.match(card) ?? []).map(digitsOf).filter(isCard);
  const ibans = (plain.match(iban) ?? []).map((found) => found.replaceAll(" ", "").toUpperCase());
  const phones = (plain.match(phone) ?? []).filter((found) => !isCard(digitsOf(found)));
  return [
    ...(email.test(plain) ? (["email"] as const) : []),
    ...(phones.length > 0 ? (["phone"] as const) : []),
    ...(cards.length > 0 ? (["card"] as const) : []),
    ...(ibans.some(isIban) ? (["iban"] as const) : []),
  ];
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** By the sum of Luhn (ISO/IEC 7812-1), and not one digit again and again. */
function isCard(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}

/** By its check digits (ISO 7064, modulo 97). */
function isIban(text: string): boolean {
  if (text.length < 15 || text.length > 34) return false;
  const moved = text.slice(4) + text.slice(0, 4);
  const digits = Array.from(moved)
    .map((sign) => String(Number.parseInt(sign, 36)))
    .join("");
  return BigInt(digits) % 97n === 1n;
}
