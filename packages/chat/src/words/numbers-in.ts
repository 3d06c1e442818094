/** The forms that a counted noun has in each language: the plural categories of CLDR. */
interface PluralForms {
  readonly ar: "zero" | "one" | "two" | "few" | "many" | "other";
  readonly de: "one" | "other";
  readonly en: "one" | "other";
  readonly es: "one" | "many" | "other";
  readonly fr: "one" | "many" | "other";
  readonly it: "one" | "many" | "other";
  readonly ja: "other";
  readonly nl: "one" | "other";
  readonly pl: "one" | "few" | "many" | "other";
  readonly pt: "one" | "many" | "other";
  readonly tr: "one" | "other";
  readonly zh: "other";
}

/** A language of the chat. */
export type Language = keyof PluralForms;

/** How one language formats numbers, and its plural forms. */
export function numbersIn<Spoken extends Language>(language: Spoken) {
  /** A formatted number; four digits are not grouped, since they may be a year. */
  const number = (value: number): string =>
    new Intl.NumberFormat(language, { useGrouping: "min2", maximumFractionDigits: 20 }).format(value);

  /** Creates a sentence with a count. Each form has `#` in place of the number. */
  function counted(forms: Readonly<Record<PluralForms[Spoken], string>>): (count: number) => string {
    return (count) => {
      // PluralRules never selects a form that a language does not have.
      const category = new Intl.PluralRules(language).select(count) as PluralForms[Spoken];
      return forms[category].replace("#", number(count));
    };
  }
  return { number, counted };
}
