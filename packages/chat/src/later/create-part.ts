import { signal, type ReadonlySignal } from "@preact/signals";

/** A part of the application in a file of its own: the first screen does not need it. */
export interface LaterPart<Module> {
  /** The part once it has arrived. */
  readonly module: ReadonlySignal<Module | undefined>;
  /** Whether it could not be fetched, and has not come since. */
  readonly isMissing: ReadonlySignal<boolean>;
  /**
   * Fetches it, unless it is there or on its way, and again after each failure. It never rejects.
   *
   * @param wait Waits that many milliseconds; it may return early when the network comes back.
   */
  readonly load: (wait: (milliseconds: number) => Promise<void>) => Promise<void>;
}

/** Seconds to wait after the first, second, ... failure; after the last one, it is fetched when next asked for. */
const pauses = [0.5, 1, 2, 4, 8, 15, 15, 15] as const;

/** Makes a part that is fetched by the function when it is wanted first. What it exports as `styles` dresses it. */
export function createPart<Module extends object>(fetchPart: () => Promise<Module>): LaterPart<Module> {
  const module = signal<Module | undefined>(undefined);
  const isMissing = signal(false);
  let isLoading = false;
  return {
    module,
    isMissing,
    async load(wait) {
      if (isLoading || module.peek()) return;
      isLoading = true;
      for (const pause of pauses) {
        try {
          const fetched = await fetchPart();
          if ("styles" in fetched && typeof fetched.styles === "string") adopt(fetched.styles);
          module.value = fetched;
          isMissing.value = false;
          break;
        } catch {
          isMissing.value = true;
          await wait(pause * 1000);
        }
      }
      isLoading = false;
    },
  };
}

/** A style sheet that is made here needs no wider content security policy. */
function adopt(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
