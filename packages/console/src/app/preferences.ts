import { effect, signal, type Signal } from "@preact/signals";

/** Somebody's preferences in this browser. */
export interface Preferences {
  readonly theme: Signal<Theme>;
  /** A language, or empty for the browser's. */
  readonly language: Signal<string>;
  readonly density: Signal<Density>;
  /** Whether to play a sound when a visitor is waiting. */
  readonly sound: Signal<boolean>;
  /** Whether single keys are shortcuts. */
  readonly keys: Signal<boolean>;
}

/** Light, dark, or the system's setting. */
export type Theme = "system" | "light" | "dark";

/** How close the lines of lists and forms are. */
export type Density = "comfortable" | "compact";

/** Opens the preferences of this browser. Without storage they last as long as the page. */
export function openPreferences(): Preferences {
  const theme = signal<Theme>(asTheme(read("theme")));
  const language = signal(read("language"));
  const density = signal<Density>(read("density") === "compact" ? "compact" : "comfortable");
  const sound = signal(read("sound") !== "off");
  const keys = signal(read("keys") !== "off");
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
    write("theme", theme.value === "system" ? "" : theme.value);
  });
  effect(() => write("language", language.value));
  effect(() => {
    document.documentElement.dataset["density"] = density.value;
    write("density", density.value === "compact" ? density.value : "");
  });
  effect(() => write("sound", sound.value ? "" : "off"));
  effect(() => write("keys", keys.value ? "" : "off"));
  return { theme, language, density, sound, keys };
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
    // If the browser forbids storage, the preference lasts until the page is closed.
  }
}
