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

/** Letters that nobody sees and models read, and many signs without width in a row. */
const hidden = /[\u{e0020}-\u{e007e}]|[\u200b-\u200d\u2060\ufeff]{4,}/u;

/** Whether a text of a visitor or a document looks like an attempt to give the model other instructions. */
export function isSuspicious(text: string): boolean {
  if (hidden.test(text)) return true;
  const plain = text.normalize("NFKC").replace(/[\u200b-\u200d\u2060\ufeff]/g, "");
  return markup.test(plain) || phrases.some((phrase) => phrase.test(plain.replace(/\s+/g, " ")));
}
