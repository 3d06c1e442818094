import type { DetectedLanguage } from "./language/detect-language.ts";

/**
 * The last paragraph of an answer from documents, above links to sections that are near: in the language of the answer.
 * A reader that knows it may fold the links away.
 */
export const relatedHeadings = {
  ar: "مواضيع ذات صلة:",
  de: "Verwandte Themen:",
  en: "Related:",
  es: "Temas relacionados:",
  fr: "Voir aussi\u00a0:",
  it: "Argomenti correlati:",
  ja: "関連項目：",
  nl: "Verwante onderwerpen:",
  pl: "Powiązane tematy:",
  pt: "Temas relacionados:",
  tr: "İlgili konular:",
  zh: "相关内容：",
} as const satisfies Record<DetectedLanguage, string>;
