import { numbersIn } from "./numbers-in.ts";

const { number, counted } = numbersIn("en");

/** The texts of formatted answers, in English. */
export const enAnswerView = {
  source: (n: number): string => `Source ${number(n)}`,
  sourceList: "Sources",
  searched: "Searched the knowledge base",
  sources: counted({ one: "# source", other: "# sources" }),
  relatedPages: counted({ one: "# related page", other: "# related pages" }),
  showDetails: "Details",
  toolFailed: (title: string): string => `${title} failed`,
  copy: "Copy",
  copied: "Copied",
  code: "Code",
  table: "Table",
  imageLoading: "Loading image",
} as const satisfies Record<string, string | ((value: never) => string)>;
