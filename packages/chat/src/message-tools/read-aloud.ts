import { signal, type ReadonlySignal } from "@preact/signals";

/** Reads answers aloud, one at a time, with a voice of the visitor's device. */
export interface ReadAloud {
  /** The key of the answer that is being read. */
  readonly current: ReadonlySignal<string | undefined>;
  /** The languages that can be read, as `de`; empty as long as the browser knows no voice. */
  readonly languages: ReadonlySignal<ReadonlySet<string>>;
  /** Reads paragraphs instead of what is being read. Does nothing without a voice for the language. */
  start(key: string, paragraphs: readonly string[], language: string): void;
  readonly stop: () => void;
}

/** What is used of the browser's `SpeechSynthesisVoice`. */
export interface Voice {
  readonly lang: string;
  readonly localService: boolean;
  readonly default: boolean;
}

/** What is used of its `SpeechSynthesisUtterance`. */
export interface Utterance extends EventTarget {
  lang: string;
  voice: Voice | null;
}

/** The parts of the browser that speak; the first has the methods of `speechSynthesis`. */
export interface Speaking {
  readonly synthesis:
    | (Partial<Pick<EventTarget, "addEventListener">> & {
        getVoices(): readonly Voice[];
        speak(utterance: Utterance): void;
        cancel(): void;
      })
    | undefined;
  readonly utter: (text: string) => Utterance;
}

/**
 * Only voices that are on the device are used: with others, the browser sends the text to its maker.
 *
 * Each sentence is spoken for itself, because Chromium falls silent in long ones.
 */
export function createReadAloud({ synthesis, utter }: Speaking): ReadAloud {
  const current = signal<string | undefined>(undefined);
  const languages = signal<ReadonlySet<string>>(new Set());
  /** What is spoken; kept because Chromium would otherwise collect it, and never say that it has ended. */
  let said: readonly Utterance[] = [];
  const localVoices = (): readonly Voice[] =>
    synthesis?.getVoices().filter(({ localService }) => localService) ?? [];

  function learnVoices(): void {
    languages.value = new Set(localVoices().map(({ lang }) => languageOf(lang)));
  }
  learnVoices();
  // Most browsers know their voices a moment later. Some cannot be listened to, and know them at once.
  synthesis?.addEventListener?.("voiceschanged", learnVoices);

  function stop(): void {
    if (current.peek() === undefined) return;
    said = [];
    current.value = undefined;
    synthesis?.cancel();
  }

  return {
    current,
    languages,
    start(key, paragraphs, language) {
      stop();
      const fitting = localVoices().filter(({ lang }) => languageOf(lang) === languageOf(language));
      const own = fitting.find(({ lang }) => lang.replace("_", "-") === language);
      const voice = own ?? fitting.find((each) => each.default) ?? fitting[0];
      if (!synthesis || !voice) return;
      const spoken = paragraphs.flatMap((text) => sentencesOf(text, language)).map(utter);
      if (spoken.length === 0) return;
      said = spoken;
      current.value = key;
      const end = (): void => {
        if (said === spoken) stop();
      };
      for (const utterance of spoken) {
        utterance.voice = voice;
        utterance.lang = voice.lang;
        utterance.addEventListener("error", end);
        synthesis.speak(utterance);
      }
      spoken.at(-1)?.addEventListener("end", end);
    },
    stop,
  };
}

const languageOf = (tag: string): string => tag.split(/[-_]/)[0]?.toLowerCase() ?? "";

const sentencesOf = (text: string, language: string): readonly string[] =>
  Array.from(new Intl.Segmenter(language, { granularity: "sentence" }).segment(text), ({ segment }) =>
    segment.trim(),
  ).filter(Boolean);
