import { signal, type ReadonlySignal } from "@preact/signals";
import { pauseAfter } from "../conversation/retry-policy.ts";
import type { LazyModuleDependencies } from "./fetch-later.ts";

/** A module of the application in a separate file: the first screen does not need it. */
export interface LazyModule<Module> {
  /** The module once it has loaded. */
  readonly module: ReadonlySignal<Module | undefined>;
  /** Whether it failed to load, and has not loaded since. */
  readonly isMissing: ReadonlySignal<boolean>;
  /** Loads it, unless it is loaded or loading, and again after each failure until it has loaded. It never rejects. */
  readonly load: () => Promise<void>;
}

/** Creates a module that the function loads when it is first needed. Its export `styles` is its style sheet. */
export function createLazyModule<Module extends object>(
  fetchPart: (ending: string) => Promise<Module>,
  { fetchLater, wait }: LazyModuleDependencies,
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

/** A constructed style sheet needs no wider content security policy. */
function adopt(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
