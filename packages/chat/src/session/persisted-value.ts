import type { StorageArea } from "./storage-areas.ts";

/** One remembered text: the session token, or the draft. It never throws. */
export interface PersistedValue {
  read(): string | undefined;
  /** Remembers a text; an empty one forgets. */
  write(value: string): void;
  forget(): void;
}

/**
 * Keeps one text in the first area that takes it, and finds it again in whichever area has it. Areas that
 * throw are passed over, so a browser without storage costs memory between pages, never the chat.
 */
export function createPersistedValue(name: string, areas: readonly StorageArea[]): PersistedValue {
  const tried = <Result>(run: () => Result): { done: boolean; result?: Result } => {
    try {
      return { done: true, result: run() };
    } catch {
      return { done: false };
    }
  };
  const removeBut = (kept?: StorageArea): void => {
    for (const area of areas) if (area !== kept) tried(() => area.remove(name));
  };

  return {
    read() {
      for (const area of areas) {
        const { result } = tried(() => area.read(name));
        if (result) return result;
      }
      return undefined;
    },
    write(value) {
      // One change, and not two, for those who watch the area: it is not removed first.
      removeBut(value === "" ? undefined : areas.find((area) => tried(() => area.write(name, value)).done));
    },
    forget: () => removeBut(),
  };
}

/**
 * The names under which things are kept, by their kind, for one owner (an agent, a key) on one page's origin. Browsers that
 * do not partition storage share it between all pages that embed the service, so the origin is part of each name.
 */
export function storageNames(owner: string, parentOrigin: string): (kind: string) => string {
  const whose = [owner, parentOrigin].map(plain).join("_");
  return (kind) => `sc_${kind}_${whose}`;
}

/** What a cookie's name may hold, and different for different texts. */
const plain = (text: string): string =>
  text.replace(/[^0-9a-z]/gi, (sign) => `-${sign.codePointAt(0)?.toString(16)}`);
