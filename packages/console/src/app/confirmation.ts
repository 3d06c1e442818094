import { signal, type ReadonlySignal } from "@preact/signals";

/** Whether the person who is signed in is being asked to confirm their identity. */
export interface Confirmation {
  readonly isAsked: ReadonlySignal<boolean>;
  /** Asks; everyone who is waiting gets the same answer. */
  readonly ask: () => Promise<boolean>;
  /** Ends the request: confirmed or cancelled. */
  readonly end: (isConfirmed: boolean) => void;
}

/** Connects those who need confirmation with the dialog that asks. */
export function createConfirmation(): Confirmation {
  const isAsked = signal(false);
  let waiting: ((isConfirmed: boolean) => void)[] = [];
  return {
    isAsked,
    ask() {
      isAsked.value = true;
      return new Promise((resolve) => waiting.push(resolve));
    },
    end(isConfirmed) {
      const answered = waiting;
      waiting = [];
      isAsked.value = false;
      for (const resolve of answered) resolve(isConfirmed);
    },
  };
}
