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

/** A language that the chat speaks. */
export type Language = keyof PluralForms;

/** How one language writes numbers, and how it counts. */
export function numbersIn<Spoken extends Language>(language: Spoken) {
  /** A number as it is written there; four digits stay together, since they may be a year. */
  const number = (value: number): string =>
    new Intl.NumberFormat(language, { useGrouping: "min2", maximumFractionDigits: 20 }).format(value);

  /** Makes a sentence about so many of something. Each form has `#` where the number goes. */
  function counted(forms: Readonly<Record<PluralForms[Spoken], string>>): (count: number) => string {
    return (count) => {
      // What a language has no form for, PluralRules never selects.
      const category = new Intl.PluralRules(language).select(count) as PluralForms[Spoken];
      return forms[category].replace("#", number(count));
    };
  }
  return { number, counted };
}
