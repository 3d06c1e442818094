import type { JSX } from "preact";
import { FileTab } from "../agents/file-tab.tsx";
import { useConsole } from "../app/console-context.ts";
import type { TestsDraft } from "./use-tests-draft.ts";

/** The file of an agent's tests: what lies beneath the table. */
export function TestsFile({ draft, mayEdit }: { draft: TestsDraft; mayEdit: boolean }): JSX.Element {
  const text = useConsole().words.agentTests;
  return (
    <FileTab
      draft={draft.file}
      change={(file) => draft.edit(() => file)}
      faults={draft.faults}
      label={text.editor}
      mayEdit={mayEdit}
    />
  );
}
