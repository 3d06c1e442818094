import { signal, type ReadonlySignal } from "@preact/signals";
import type { FetchLater } from "./fetch-later.ts";
import { pauseAfter } from "./pause-after.ts";

/** A module of the application in a separate file: the first screen does not need it. */
export interface LazyModule<Module> {
  /** The module once it has arrived. */
  readonly module: ReadonlySignal<Module | undefined>;
  /** Whether it could not be fetched, and has not come since. */
  readonly isMissing: ReadonlySignal<boolean>;
  /** Fetches it, unless it is there or on its way, and again after each failure until it has come. It never rejects. */
  readonly load: () => Promise<void>;
}

/** What parts are fetched with. */
export interface LazyModuleParts {
  readonly fetchLater: FetchLater;
  /** Waits that many milliseconds; it may return early when the network comes back. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** Makes a module that the function fetches when it is wanted first. What it exports as `styles` dresses it. */
export function createLazyModule<Module extends object>(
  fetchPart: (ending: string) => Promise<Module>,
  { fetchLater, wait }: LazyModuleParts,
): LazyModule<Module> {
  const module = signal<Module | undefined>(undefined);
  const isMissing = signal(false);
  let isLoading = false;
  return {
    module,
    isMissing,
    async load() {
      if (isLoading) return;
      isLoading = true;
      for (let losses = 0; !module.peek(); losses++) {
        try {
          const fetched = await fetchLater(fetchPart, losses);
          if ("styles" in fetched && typeof fetched.styles === "string") adopt(fetched.styles);
          module.value = fetched;
          isMissing.value = false;
        } catch {
          isMissing.value = true;
          await wait(pauseAfter(losses));
        }
      }
    },
  };
}

/** A style sheet that is made here needs no wider content security policy. */
function adopt(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
