import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { AgentWithFile, AppliedAgent, CheckedAgent } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Form, InputField } from "../ui/form.tsx";
import { icon } from "../ui/icon.tsx";
import { DifferenceView } from "./difference.tsx";
import type { Draft } from "./use-draft.ts";

/** Shows that there is a draft, with buttons to apply or discard it. */
export function ApplyBar({
  agent,
  draft,
  check,
  applied,
}: {
  agent: AgentWithFile;
  draft: Draft;
  check: CheckedAgent | undefined;
  applied: () => void;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.agents;
  const [isApplying, setApplying] = useState(false);
  const faults = check?.faults.length ?? 0;
  return (
    <div class="notice apply-bar">
      {icon("alert", 16)}
      <span>
        {text.unsaved}{" "}
        <span class={faults > 0 ? "badge bad" : check ? "badge good" : "badge"} role="status">
          {!check ? text.checking : faults > 0 ? text.faults(faults) : text.noFaults}
        </span>
        {draft.isOvertaken && <span class="draft-note">{text.draftOvertaken(agent.version)}</span>}
        {draft.isLost && <span class="draft-note">{text.draftLost}</span>}
      </span>
      <button type="button" class="button small" onClick={draft.discard}>
        {text.discard}
      </button>
      <button
        type="button"
        class="button small primary"
        disabled={faults > 0}
        onClick={() => setApplying(true)}
      >
        {text.apply}
      </button>
      {isApplying && (
        <ApplyDialog
          agent={agent}
          draft={draft}
          check={check}
          close={() => setApplying(false)}
          applied={applied}
        />
      )}
    </div>
  );
}

function ApplyDialog({
  agent,
  draft,
  check,
  close,
  applied,
}: {
  agent: AgentWithFile;
  draft: Draft;
  check: CheckedAgent | undefined;
  close: () => void;
  applied: () => void;
}): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.agents;
  const note = useRef("");
  return (
    <Dialog title={text.applyTitle} close={close}>
      <p class="dialog-text">
        {text.applyText} {check?.knowledge && text.rereads}
      </p>
      {check?.notes.map((each) => (
        <p key={each} class="notice warn">
          {each}
        </p>
      ))}
      {draft.isOvertaken && <p class="notice warn">{text.draftOvertaken(agent.version)}</p>}
      <DifferenceView before={agent.file} after={draft.file} />
      <Form
        submit={async () => {
          await draft.settle();
          const body = { file: draft.file, ...(note.current !== "" && { note: note.current }) };
          const path = `agents/${encodeURIComponent(agent.id)}`;
          const { version } = await api.send<AppliedAgent>("PUT", path, { body, revision: agent.revision });
          toast.value = text.applied(version);
          close();
          applied();
        }}
        action={text.apply}
        cancel={close}
      >
        <InputField
          label={text.note}
          hint={text.noteHint}
          optional
          maxLength={500}
          onText={(entered) => {
            note.current = entered;
          }}
        />
      </Form>
    </Dialog>
  );
}
