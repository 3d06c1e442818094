import { effect, signal, type Signal } from "@preact/signals";

/** How the console looks, as somebody wants it in this browser. */
export interface Preferences {
  readonly theme: Signal<Theme>;
  /** A language, or empty: as the browser says. */
  readonly language: Signal<string>;
  /** Whether a sound says that a visitor waits. */
  readonly sound: Signal<boolean>;
}

/** Light, dark, or as the system is. */
export type Theme = "system" | "light" | "dark";

/** Opens the preferences of this browser. Without storage they last as long as the page. */
export function openPreferences(): Preferences {
  const theme = signal<Theme>(asTheme(read("theme")));
  const language = signal(read("language"));
  const sound = signal(read("sound") !== "off");
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
    write("theme", theme.value === "system" ? "" : theme.value);
  });
  effect(() => write("language", language.value));
  effect(() => write("sound", sound.value ? "" : "off"));
  return { theme, language, sound };
}

const asTheme = (text: string): Theme => (text === "light" || text === "dark" ? text : "system");

function read(name: string): string {
  try {
    return localStorage.getItem(`servicechat-console-${name}`) ?? "";
  } catch {
    return "";
  }
}

function write(name: string, value: string): void {
  try {
    if (value === "") localStorage.removeItem(`servicechat-console-${name}`);
    else localStorage.setItem(`servicechat-console-${name}`, value);
  } catch {
    // A browser that forbids storage keeps the preference until the page is closed.
  }
}
