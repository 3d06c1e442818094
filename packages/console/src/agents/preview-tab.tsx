import type { JSX } from "preact";
import type { FileFault } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { DifferenceView } from "./difference-view.tsx";
import { DraftPreview } from "./draft-preview.tsx";
import { FileTab } from "./file-tab.tsx";
import type { ShownDraft } from "./use-preview.ts";

/** An agent's file, beside a chat that answers with the draft, and the difference from the live file. */
export function PreviewTab({
  live,
  draft,
  change,
  faults,
  shown,
}: {
  /** The live file. */
  live: string;
  draft: string;
  change: (file: string) => void;
  faults: readonly FileFault[] | undefined;
  shown: ShownDraft;
}): JSX.Element {
  const text = useConsole().words.agents;
  return (
    <div class="previewed">
      <div>
        <FileTab draft={draft} change={change} faults={faults} label={text.editor} mayEdit />
        <h2 class="difference-title">{text.previewing.difference}</h2>
        {draft === live ? (
          <p class="muted">{text.noChanges}</p>
        ) : (
          <DifferenceView before={live} after={draft} />
        )}
      </div>
      <DraftPreview draft={shown} />
    </div>
  );
}
