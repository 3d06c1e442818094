import type { Theme, WidgetStyle } from "@servicechat/contract";
import type { GalleryState } from "../state.ts";
import type { Language } from "../../src/words/numbers-in.ts";

/** How the gallery shows its states: the values of its switches, and the query of its URL. */
export interface Look {
  readonly theme: Theme;
  readonly lang: string;
  /** Empty: the language's own direction. */
  readonly dir: "" | "ltr" | "rtl";
  readonly size: string;
  readonly brand: string;
  readonly style: WidgetStyle;
}

/** Width and height of a frame, in CSS pixels. */
export const sizes: Readonly<Record<string, readonly [width: number, height: number]>> = {
  panel: [400, 640],
  "360": [360, 640],
  "320": [320, 568],
  phone: [390, 844],
  sideways: [844, 390],
  tablet: [768, 1024],
  wide: [1280, 800],
};

/** The space that a page with the chat in its corner needs. */
const roomForPage = [860, 720] as const;

/** The size at which a state is shown: a page contains more than the chat, and some of it is never shown on phones. */
export function sizeOf({ page }: GalleryState, { size }: Pick<Look, "size">): readonly [number, number] {
  const [width, height] = sizes[size] ?? roomForPage;
  const isPhone = width <= 640 || height <= 440;
  return page && (size === "panel" || (page.needsRoom && isPhone)) ? roomForPage : [width, height];
}

/** Every language of the chat, by its own name. */
export const languages: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  it: "Italiano",
  nl: "Nederlands",
  pl: "Polski",
  tr: "Türkçe",
  ja: "日本語",
  zh: "中文",
  ar: "العربية",
};

/** The options of each switch; `brand` takes any colour. */
export const choices = {
  theme: ["light", "dark", "auto"],
  lang: Object.keys(languages),
  dir: ["", "ltr", "rtl"],
  size: Object.keys(sizes),
  style: ["windowed", "floating"],
} as const;

const plain: Look = {
  theme: "light",
  lang: "en",
  dir: "",
  size: "panel",
  brand: "#0f766e",
  style: "windowed",
};

/** Parses a look from the query of a URL. */
export function readLook(query: URLSearchParams): Look {
  const given = Object.keys(plain).flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { ...plain, ...Object.fromEntries(given) };
}

/** The shortest query for this look. */
export function queryOf(look: Look): string {
  const told = Object.entries(look).filter(([name, value]) => value !== plain[name as keyof Look]);
  return new URLSearchParams(Object.fromEntries(told)).toString();
}
