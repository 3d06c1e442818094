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
