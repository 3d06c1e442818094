import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FileFault } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { FaultList } from "../ui/fault-list.tsx";
import type { Editor } from "./create-editor.ts";

const none: readonly FileFault[] = [];

/** A file in its editor, with what the checks find at its lines. */
export function FileTab({
  draft,
  change,
  faults = none,
  label,
  mayEdit,
}: {
  draft: string;
  change: (file: string) => void;
  faults?: readonly FileFault[] | undefined;
  /** The editor's accessible name. */
  label: string;
  mayEdit: boolean;
}): JSX.Element {
  const text = useConsole().words.agents;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const latest = useRef({ change, draft });
  latest.current = { change, draft };
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");

  useEffect(() => {
    let isGone = false;
    import("./create-editor.ts")
      .then(({ createEditor }) => {
        if (isGone || !host.current) return;
        editor.current = createEditor(host.current, {
          text: latest.current.draft,
          label,
          isReadOnly: !mayEdit,
          change: (file) => latest.current.change(file),
        });
        setState("ready");
      })
      .catch(() => setState("failed"));
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [mayEdit]);
  useEffect(() => editor.current?.setText(draft), [draft, state]);
  useEffect(() => editor.current?.setFaults(faults), [faults, state]);

  return (
    <div class="agent-file">
      {!mayEdit && <p class="notice">{text.readOnly}</p>}
      <div class={state === "ready" ? "editor" : "editor pending"} ref={host} />
      {/* A fallback if the browser cannot load the editor. */}
      {state === "failed" && (
        <textarea
          class="plain-editor"
          aria-label={label}
          spellcheck={false}
          readOnly={!mayEdit}
          rows={30}
          value={draft}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      )}
      {faults.length > 0 && <FaultList faults={faults} goTo={(line) => editor.current?.goTo(line)} />}
    </div>
  );
}
