const asking =
  /\b(?:how (?:long|many|much|often|big|large|fast|soon|late|far|old)|when|price|prices|cost|costs|fee|hours?|limit|maximum|minimum|wie (?:lange|viele?|oft|hoch|groß)|wann|kostet|combien|quand|cu[áa]nt[oa]s?|cu[áa]ndo|quanto|quando)\b/iu;

/** Whether a question is for a quantity or a time, which a sentence with a number answers. */
export function asksForNumber(question: string): boolean {
  return asking.test(question);
}
