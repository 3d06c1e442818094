import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Document } from "@servicechat/contract/admin";
import { asProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { SourceLink } from "../../chats/part-view.tsx";
import { Loaded, LoadMore, problemText } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import { count, Time } from "../../ui/time.tsx";
import type { PagedResource } from "../../ui/use-resource.ts";
import { formatBytes } from "../../ui/format.ts";
import { documentAddress } from "./upload-document.ts";

/** The documents that were uploaded for an agent. Nothing while there are none. */
export function DocumentsList({
  agent,
  list,
  mayEdit,
  open,
}: {
  agent: string;
  list: PagedResource<Document>;
  mayEdit: boolean;
  /** Shows one of them, by its path. */
  open: (path: string) => void;
}): JSX.Element {
  const { words } = useConsole();
  return (
    <Loaded resource={list}>
      {(documents) =>
        documents.length > 0 && (
          <section class="section">
            <div class="section-head">
              <h2>{words.knowledge.list.documents}</h2>
            </div>
            <ul class="rows" role="list">
              {documents.map((document) => (
                <DocumentRow
                  key={document.path}
                  agent={agent}
                  document={document}
                  mayEdit={mayEdit}
                  open={open}
                  reload={list.reload}
                />
              ))}
            </ul>
            <LoadMore list={list} />
          </section>
        )
      }
    </Loaded>
  );
}

function DocumentRow({
  agent,
  document,
  mayEdit,
  open,
  reload,
}: {
  agent: string;
  document: Document;
  mayEdit: boolean;
  open: (path: string) => void;
  reload: () => void;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.knowledge.list;
  const { path, title, url, state, passages, bytes, readAt, reason, missing, enabled } = document;
  const isRead = state === "read";
  return (
    <li class="row">
      <div class="row-main">
        <span class="row-title">
          <SourceLink title={title} url={url ?? ""} />
          <DocumentBadges document={document} />
        </span>
        <span class="row-detail" dir="auto">
          {path !== title && `${showHidden(path)} · `}
          {isRead && `${words.agents.passages(passages, count(passages, words.lang))} · `}
          {formatBytes(bytes, words.lang)}
          {readAt !== null && (
            <>
              {" · "}
              {text.read} <Time at={readAt} />
            </>
          )}
        </span>
        {reason !== null && <span class="row-detail row-reason">{showHidden(reason)}</span>}
        {isRead && missing.length > 0 && (
          <span class="row-detail row-missing">
            {showHidden(missing[0] ?? "")}
            {missing.length > 1 && ` +${missing.length - 1}`}
          </span>
        )}
      </div>
      <div class="row-actions">
        {mayEdit && (
          <EnabledSwitch
            agent={agent}
            path={path}
            name={title}
            revision={document.revision}
            isOn={enabled}
            changed={reload}
          />
        )}
        <button type="button" class="button small" onClick={() => open(path)}>
          {text.open}
          <span class="unseen"> {showHidden(title)}</span>
        </button>
      </div>
    </li>
  );
}

/** How a document is, where that is not as usual. */
export function DocumentBadges({ document }: { document: Document }): JSX.Element {
  const text = useConsole().words.knowledge.list;
  const { state, enabled, missing } = document;
  return (
    <>
      {state === "waiting" && <span class="badge">{text.waiting}</span>}
      {state === "unreadable" && <span class="badge bad">{text.unreadable}</span>}
      {state === "read" && missing.length > 0 && <span class="badge warn">{text.partly}</span>}
      {!enabled && <span class="badge">{text.leftOut}</span>}
    </>
  );
}

/** Whether answers may use a document. */
function EnabledSwitch({
  agent,
  path,
  name,
  revision,
  isOn,
  changed,
}: {
  agent: string;
  path: string;
  name: string;
  revision: string;
  isOn: boolean;
  changed: () => void;
}): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.knowledge.list;
  /** What was chosen, until the list says so too. */
  const [chosen, setChosen] = useState<{ readonly revision: string; readonly isOn: boolean }>();
  const shown = chosen?.revision === revision ? chosen.isOn : isOn;

  function change(enabled: boolean): void {
    setChosen({ revision, isOn: enabled });
    api
      .send("PATCH", documentAddress(agent, path), { body: { enabled }, revision })
      .then(() => {
        toast.value = enabled ? text.nowUsed : text.nowUnused;
      })
      .catch((thrown: unknown) => {
        setChosen(undefined);
        toast.value = problemText(asProblem(thrown), words);
      })
      .finally(changed);
  }

  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={shown}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <span>
        {text.used}
        <span class="unseen"> {showHidden(name)}</span>
      </span>
    </label>
  );
}
