import { useEffect, useRef, useState } from "preact/hooks";
import type { FileFault, KeptAgentTests } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { problemText } from "../ui/page.tsx";

/** The tests of an agent as somebody is changing them: table and file are two views of it. */
export interface TestsDraft {
  readonly file: string;
  /** Whether it differs from what is stored. */
  readonly isChanged: boolean;
  /** What the last attempt to save found. */
  readonly faults: readonly FileFault[];
  /** Changes the text as it is now, even if that is not drawn yet. */
  readonly edit: (change: (file: string) => string) => void;
  readonly discard: () => void;
  /** Stores it, if it was changed. `false`: it was refused, and a message says why. */
  readonly save: () => Promise<boolean>;
}

/** What was not saved when its page was left, for as long as the console is open, with what it was based on. */
const left = new Map<string, { readonly file: string; readonly revision: string }>();

/** Begins with what is stored, or with what was left unsaved; with what is stored again when that changes. */
export function useTestsDraft(
  path: string,
  stored: KeptAgentTests | undefined,
  saved: () => void,
): TestsDraft {
  const { api, words, toast, me } = useConsole();
  const key = `${me.value?.id} ${path}`;
  const kept = stored?.file ?? "";
  const [file, setFile] = useState(kept);
  const [faults, setFaults] = useState<readonly FileFault[]>([]);
  const latest = useRef(file);
  const sent = useRef<string>(undefined);
  const set = (text: string): void => {
    latest.current = text;
    setFile(text);
    if (stored && text !== kept) left.set(key, { file: text, revision: stored.revision });
    else if (stored) left.delete(key);
  };
  useEffect(() => {
    // After saving it here: what was typed since stays.
    if (stored && stored.file === sent.current) return;
    const unsaved = left.get(key);
    set(unsaved !== undefined && unsaved.revision === stored?.revision ? unsaved.file : kept);
    setFaults([]);
  }, [stored?.revision]);

  async function save(): Promise<boolean> {
    if (!stored || latest.current === kept) return true;
    const saving = latest.current;
    try {
      await api.send("PUT", path, { body: { file: saving }, revision: stored.revision });
      sent.current = saving;
      left.delete(key);
      setFaults([]);
      saved();
      return true;
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFaults(problem.faults);
      toast.value = problemText(problem, words);
      return false;
    }
  }

  return {
    file,
    isChanged: stored !== undefined && file !== kept,
    faults,
    edit: (change) => set(change(latest.current)),
    discard: () => {
      set(kept);
      setFaults([]);
    },
    save,
  };
}
