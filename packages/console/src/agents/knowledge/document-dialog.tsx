import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Document, KnowledgeSource } from "@servicechat/contract/admin";
import { useConsole } from "../../app/console-context.ts";
import { SourceLink } from "../../chats/part-view.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, InputField } from "../../ui/form.tsx";
import { icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import { Time } from "../../ui/time.tsx";
import { useResource } from "../../ui/use-resource.ts";
import { DocumentBadges } from "./documents-list.tsx";
import { formatBytes } from "../../ui/format.ts";
import { PassagesView } from "./passages-view.tsx";
import { documentAddress } from "./upload-document.ts";

/** An uploaded document: its text, its title and link, and how to delete it. */
export function DocumentDialog({
  agent,
  path,
  mayEdit,
  close,
  changed,
}: {
  agent: string;
  path: string;
  mayEdit: boolean;
  close: () => void;
  changed: () => void;
}): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.knowledge.document;
  const [isRemoving, setRemoving] = useState(false);
  const address = documentAddress(agent, path);
  const document = useResource(address, (signal) => api.get<Document>(address, {}, signal));
  const title = showHidden(document.value?.title ?? path.split("/").at(-1) ?? path);
  return (
    <Dialog title={title} close={close}>
      <div class="document">
        <Loaded resource={document}>
          {(loaded) => (
            <>
              <DocumentHead
                document={loaded}
                address={address}
                remove={mayEdit ? () => setRemoving(true) : undefined}
              />
              {mayEdit && (
                <DocumentForm
                  key={loaded.revision}
                  document={loaded}
                  address={address}
                  changed={(next) => {
                    document.replace(next);
                    changed();
                  }}
                />
              )}
              <PassagesView
                path={address}
                query={{ as: "passages" }}
                ifNone={loaded.state === "waiting" ? text.waiting : text.none}
              />
            </>
          )}
        </Loaded>
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={text.removeTitle(title)}
          text={<p>{text.removeText}</p>}
          action={text.remove}
          close={() => setRemoving(false)}
          run={async () => {
            await api.send("DELETE", address);
            toast.value = text.removed;
            changed();
            close();
          }}
        />
      )}
    </Dialog>
  );
}

function DocumentHead({
  document,
  address,
  remove,
}: {
  document: Document;
  address: string;
  /** Asks before it is deleted; absent for people who may not delete it. */
  remove: (() => void) | undefined;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.knowledge.document;
  const { path, bytes, addedAt, by, state, reason, missing } = document;
  return (
    <>
      <p class="muted" dir="auto">
        {showHidden(path)} · {formatBytes(bytes, words.lang)} · {text.addedBy} <Time at={addedAt} />
        {by.name !== null && `, ${showHidden(by.name)}`} <DocumentBadges document={document} />
      </p>
      {state === "unreadable" && reason !== null && (
        <p class="notice danger">
          {icon("alert", 16)}
          <span>{showHidden(reason)}</span>
        </p>
      )}
      {missing.length > 0 && (
        <div class="notice warn document-missing">
          <b>{text.missing}</b>
          <ul>
            {missing.map((each) => (
              <li key={each}>{showHidden(each)}</li>
            ))}
          </ul>
        </div>
      )}
      <p class="add-buttons">
        <a class="button small" href={api.address(address, { as: "file" })} download>
          {icon("download", 15)}
          {text.download}
        </a>
        {remove && (
          <button type="button" class="button small delete" onClick={remove}>
            {icon("trash", 15)}
            {text.remove}
          </button>
        )}
      </p>
    </>
  );
}

function DocumentForm({
  document,
  address,
  changed,
}: {
  document: Document;
  address: string;
  /** Gets the document as it is now. */
  changed: (document: Document) => void;
}): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.knowledge.document;
  const values = useRef({ title: document.title, url: document.url ?? "" }).current;
  return (
    <Form
      submit={async () => {
        const body = { title: values.title.trim() || null, url: values.url.trim() || null };
        const revision = document.revision;
        const next = await api.send<Document>("PATCH", address, { body, revision });
        toast.value = text.saved;
        changed(next);
      }}
      action={text.save}
    >
      <InputField
        label={text.title}
        hint={text.titleHint}
        maxLength={300}
        defaultValue={document.title}
        onText={(entered) => {
          values.title = entered;
        }}
      />
      <InputField
        label={text.url}
        hint={text.urlHint}
        type="url"
        maxLength={2000}
        placeholder="https://"
        defaultValue={document.url ?? ""}
        onText={(entered) => {
          values.url = entered;
        }}
      />
    </Form>
  );
}

/** What came out of a page or a file of the server. */
export function PageDialog({
  agent,
  source,
  close,
}: {
  agent: string;
  source: KnowledgeSource;
  close: () => void;
}): JSX.Element {
  const { words } = useConsole();
  return (
    <Dialog title={showHidden(source.title)} close={close}>
      <div class="document">
        <p class="muted">
          <SourceLink title={source.location ?? source.title} url={source.url ?? ""} />
        </p>
        <PassagesView
          path={`agents/${encodeURIComponent(agent)}/knowledge/passages`}
          query={{ source: source.id }}
          ifNone={words.knowledge.document.none}
        />
      </div>
    </Dialog>
  );
}
