import type { ReplyOutcome } from "@servicechat/agent";
import { replyMarks, type ReplyDetails, type ReplyEnd, type ReplyMark } from "@servicechat/storage";
import { handoffTool } from "@servicechat/contract/agent-file";
import { foldWords, isJoined, koreanNouns } from "@servicechat/contract/language";
import type { ReplyObserver } from "./observe-reply.ts";

/** The inputs of marks. */
export interface MarkedReply {
  readonly outcome: ReplyOutcome;
  readonly status: ReplyEnd["status"];
  readonly details: Pick<ReplyDetails, "searches" | "tools">;
  readonly observed: Pick<ReplyObserver, "question" | "questionBefore">;
}

/**
 * The noteworthy properties of a reply, by deterministic rules:
 *
 * - `unanswered`: it looked for an answer and found none.
 * - `uncited`: it found passages, is complete, and names none of them as its source.
 * - `rephrased`: the visitor asks nearly the same as in the turn before.
 * - `asked_person`: the visitor asks for a person, or the agent does.
 * - `tool_failed`: a search or another tool failed.
 * - `cut`: it is incomplete, since its output limit was reached, a filter ended it or something broke off.
 * - `stopped`: the visitor stopped it.
 * - `budget`: its output limit was reached.
 * - `suspicious`: the visitor's words, a passage or a tool's result look like instructions to the model.
 * - `personal_data`: the visitor's words contain an email address, or a telephone, card or account number.
 *
 * `thumbs_down` comes with the visitor's rating.
 */
export function marksOf(reply: MarkedReply): readonly ReplyMark[] {
  const { outcome, status, details, observed } = reply;
  const passages = details.searches.flatMap((search) => search.passages);
  const isUnanswered = outcome.unanswered === true;
  const isWhole = status === "complete" && !outcome.ending && !outcome.question;
  const given = [...passages.map(({ text }) => text), ...details.tools.map(({ result }) => result)];
  const rules: Partial<Record<ReplyMark, boolean>> = {
    unanswered: isUnanswered,
    uncited: isWhole && !isUnanswered && passages.length > 0 && !passages.some(({ cited }) => cited),
    rephrased: isRephrased(observed.question, observed.questionBefore),
    asked_person: asksForPerson(observed.question) || details.tools.some(({ name }) => name === handoffTool),
    tool_failed: outcome.transcript.some((entry) => entry.role === "tool" && entry.failed),
    cut: outcome.ending !== null || status === "incomplete",
    stopped: status === "stopped",
    budget: outcome.ending === "length",
    suspicious: [observed.question, ...given].some(isSuspicious),
    personal_data: findPersonalData(observed.question).length > 0,
  };
  return replyMarks.filter((mark) => rules[mark]);
}

/** How visitors ask for a person instead of a machine, in the languages of most of them. */
const requests: readonly RegExp[] = [
  /\b(?:speak|talk|chat|connect(?: me)?|transfer me|put me through|hand me over)\b.{0,20}\b(?:to|with)\b.{0,20}\b(?:human|person|someone|somebody|representative|advisor|adviser|support agent|live agent|real agent|employee|operator)\b/i,
  /\b(?:real|live|actual) (?:human|person|agent)\b/i,
  /\b(?:mit|zu|an) (?:einem|einer|eine[nm]?)\b.{0,20}\b(?:menschen|person|mitarbeiter(?:in)?|berater(?:in)?)\b/i,
  /\bechte[nmrs]? (?:menschen?|person|mitarbeiter(?:in)?)\b/i,
  /\bparler\b.{0,20}\b(?:humain|personne|conseiller|conseillère|quelqu'un)(?![\p{L}])/iu,
  /\bhablar con\b.{0,20}\b(?:humano|persona|agente|alguien|asesor)\b/i,
  /\bparlare con\b.{0,20}\b(?:umano|persona|operatore|qualcuno)\b/i,
];

/** Whether a visitor asks for a person. */
export function asksForPerson(text: string): boolean {
  const plain = text.normalize("NFKC").replace(/\s+/g, " ");
  return requests.some((request) => request.test(plain));
}

/** Personal data that a text may contain. */
type PersonalData = "email" | "phone" | "card" | "iban";

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

/** The share of the shorter question's words that the other one must contain. */
const enough = 0.75;

/** One or two words in common are what two questions of one subject have. */
const fewest = 3;

/** Shorter words are small words in most languages, or numbers that tell two questions apart all the more. */
const shortest = 3;

/**
 * Whether a visitor asks nearly the same again: both questions have the same words, or at least three words in common that
 * are three quarters of the shorter one. Words are compared by their first five letters, without case and accents.
 *
 * @example
 * isRephrased("Where is my parcel from Monday?", "my parcel of monday, where is it"); // true
 */
export function isRephrased(question: string, before: string): boolean {
  const [words, others] = [tellingWords(question), tellingWords(before)];
  const smaller = Math.min(words.size, others.size);
  if (smaller === 0) return false;
  const common = words.intersection(others).size;
  if (common === words.size && common === others.size) return true;
  return common >= fewest && common >= smaller * enough;
}

function tellingWords(text: string): ReadonlySet<string> {
  return new Set(
    foldWords(koreanNouns(text))
      .filter((word) => word.length >= shortest || isJoined(word))
      .map((word) => word.slice(0, 5)),
  );
}

/**
 * Phrases that try to make a model forget its instructions, in the languages in which that is most common. An
 * indication, not a proof: nothing is refused because of it.
 */
const phrases: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|your|system)\b.{0,30}\b(?:instruction|prompt|rule|guideline|direction|restriction)s?\b/i,
  /\b(?:reveal|show|print|repeat|output|leak|tell me)\b.{0,40}\b(?:system prompt|your (?:initial |hidden |secret )?(?:instructions|prompt|rules))\b/i,
  /\byou are (?:now|no longer)\b.{0,60}\b(?:ai|assistant|model|dan|developer mode|unrestricted|jailbroken)\b/i,
  /\b(?:developer|god|dan|jailbreak) mode\b/i,
  /\bdo anything now\b/i,
  /\b(?:ignoriere|vergiss|missachte)\b.{0,40}\b(?:anweisung|regel|vorgabe|instruktion|prompt)(?:en|s|e)?\b/i,
  /\b(?:ignore[zr]?|oublie[zr]?)\b.{0,40}\b(?:instructions|consignes|règles)\b/i,
  /\b(?:ignora|olvida)\b.{0,40}\b(?:instrucciones|reglas|istruzioni|regole)\b/i,
];

/** Message delimiters within models. No visitor writes them, and no page needs them. */
const markup =
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|tool_result|function_calls?)>|^[^\S\n\r\u2028\u2029]*(?:system|assistant)\s*:/im;

/** Letters that are invisible to people and that models read, and many signs without width in a row. */
const hidden = /[\u{e0020}-\u{e007e}]|[\u200b-\u200d\u2060\ufeff]{4,}/u;

/** Whether a text of a visitor or a document looks like an attempt to give the model other instructions. */
export function isSuspicious(text: string): boolean {
  if (hidden.test(text)) return true;
  const plain = text.normalize("NFKC").replace(/[\u200b-\u200d\u2060\ufeff]/g, "");
  return markup.test(plain) || phrases.some((phrase) => phrase.test(plain.replace(/\s+/g, " ")));
}
