import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { CannedAnswer, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { useAgentNames } from "../inbox/agent-names.ts";
import { agentList } from "../ui/agent-list.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Form, InputField } from "../ui/form.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { usePages } from "../ui/use-resource.ts";
import { AgentsField } from "./access-fields.tsx";

/** The canned answers for the Inbox. */
export function CannedSection(): JSX.Element {
  const { api, words, toast } = useConsole();
  const { settings, common } = words;
  const text = settings.canned;
  const list = usePages<CannedAnswer>("canned", (page, signal) =>
    api.get<Page<CannedAnswer>>("canned", { ...page }, signal),
  );
  const [changing, setChanging] = useState<CannedAnswer | "new">();
  const [removing, setRemoving] = useState<CannedAnswer>();
  const names = useAgentNames();
  const create = (
    <button type="button" class="button primary" onClick={() => setChanging("new")}>
      {icon("plus", 16)}
      {text.create}
    </button>
  );

  return (
    <section>
      <div class="section-head">
        <h2>{settings.sections.canned}</h2>
        {create}
      </div>
      <Loaded resource={list}>
        {(answers) =>
          answers.length === 0 ? (
            <EmptyState sign="note" title={text.emptyTitle} text={text.emptyText} action={create} />
          ) : (
            <ul class="rows" role="list">
              {answers.map((answer) => (
                <li key={answer.id} class="row">
                  <div class="row-main">
                    <span class="row-title">{showHidden(answer.name)}</span>
                    <span class="row-detail clamped" dir="auto">
                      {showHidden(answer.text)}
                    </span>
                    {answer.agents && <span class="row-detail">{agentList(answer.agents, names)}</span>}
                  </div>
                  <div class="row-actions">
                    <button type="button" class="button small" onClick={() => setChanging(answer)}>
                      {text.change}
                      <span class="unseen"> {showHidden(answer.name)}</span>
                    </button>
                    <button type="button" class="button small" onClick={() => setRemoving(answer)}>
                      {text.remove}
                      <span class="unseen"> {showHidden(answer.name)}</span>
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {list.hasMore && (
        <button type="button" class="button" disabled={list.isLoadingMore} onClick={list.loadMore}>
          {common.loadMore}
        </button>
      )}
      {changing && (
        <CannedDialog
          answer={changing === "new" ? undefined : changing}
          close={() => setChanging(undefined)}
          saved={() => {
            setChanging(undefined);
            toast.value = text.saved;
            list.reload();
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={text.removeTitle(showHidden(removing.name))}
          text={<p>{text.removeText}</p>}
          action={text.remove}
          close={() => setRemoving(undefined)}
          run={async () => {
            await api.send("DELETE", `canned/${encodeURIComponent(removing.id)}`);
            list.reload();
          }}
        />
      )}
    </section>
  );
}

/** Creates or edits a canned answer. */
function CannedDialog({
  answer,
  close,
  saved,
}: {
  /** The one to change; `undefined` for a new one. */
  answer: CannedAnswer | undefined;
  close: () => void;
  saved: () => void;
}): JSX.Element {
  const { api, words, me } = useConsole();
  const text = words.settings.canned;
  const values = useRef({ name: answer?.name ?? "", text: answer?.text ?? "" }).current;
  const [agents, setAgents] = useState<readonly string[]>(answer?.agents ?? me.value?.agents ?? []);
  return (
    <Dialog title={answer ? text.changeTitle : text.create} close={close}>
      <Form
        submit={async () => {
          const body = { ...values, agents: agents.length > 0 ? agents : null };
          if (answer)
            await api.send("PATCH", `canned/${encodeURIComponent(answer.id)}`, {
              body,
              revision: answer.revision,
            });
          else await api.send("POST", "canned", { body });
          saved();
        }}
        action={words.common.save}
        cancel={close}
      >
        <InputField
          label={text.name}
          hint={text.nameHint}
          required
          maxLength={60}
          defaultValue={values.name}
          onText={(entered) => {
            values.name = entered;
          }}
        />
        <Field label={text.text} hint={text.fieldsHint}>
          {(tied) => (
            <textarea
              {...tied}
              required
              rows={6}
              dir="auto"
              maxLength={8_000}
              defaultValue={values.text}
              onInput={({ currentTarget }) => {
                values.text = currentTarget.value;
              }}
            />
          )}
        </Field>
        <AgentsField agents={agents} change={setAgents} />
      </Form>
    </Dialog>
  );
}
