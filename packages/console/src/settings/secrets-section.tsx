import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Page, Secret } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { useAgentNames } from "../inbox/agent-names.ts";
import { agentList } from "../ui/agent-list.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { usePages } from "../ui/use-resource.ts";
import { SecretDialog } from "./secret-dialog.tsx";

/** Keys for models and tools, without their values: nobody is given one back. */
export function SecretsSection(): JSX.Element {
  const { api, words } = useConsole();
  const text = words.settings.secrets;
  const list = usePages<Secret>("secrets", (page, signal) =>
    api.get<Page<Secret>>("secrets", { ...page }, signal),
  );
  const [edited, setEdited] = useState<Secret | "new">();
  const [removing, setRemoving] = useState<Secret>();
  const isOwner = useMay("owner");
  const add = isOwner && (
    <button type="button" class="button primary" onClick={() => setEdited("new")}>
      {icon("plus", 16)}
      {text.add}
    </button>
  );

  return (
    <section>
      <div class="section-head">
        <h2>{words.settings.sections.secrets}</h2>
        {add}
      </div>
      <Loaded resource={list}>
        {(secrets) =>
          secrets.length === 0 ? (
            <EmptyState sign="keys" title={text.emptyTitle} text={text.emptyText} action={add} />
          ) : (
            <ul class="rows" role="list">
              {secrets.map((secret) => (
                <SecretRow
                  key={secret.name}
                  secret={secret}
                  replace={isOwner ? () => setEdited(secret) : undefined}
                  remove={() => setRemoving(secret)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited && (
        <SecretDialog
          {...(edited !== "new" && { secret: edited })}
          close={() => setEdited(undefined)}
          stored={() => {
            setEdited(undefined);
            list.reload();
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={text.removeTitle(removing.name)}
          text={
            <p>
              {removing.usedBy.length > 0 ? text.removeUsed(removing.usedBy.join(", ")) : text.removeText}
            </p>
          }
          action={text.remove}
          close={() => setRemoving(undefined)}
          run={async () => {
            // The dialog has named the agents that use it.
            const force = removing.usedBy.length > 0 ? "?force=true" : "";
            await api.send("DELETE", `secrets/${encodeURIComponent(removing.name)}${force}`);
            list.reload();
          }}
        />
      )}
    </section>
  );
}

function SecretRow({
  secret: { name, lastFour, origins, agents, usedBy, setAt, by, shadowed },
  replace,
  remove,
}: {
  secret: Secret;
  /** Absent: the person may only look. */
  replace: (() => void) | undefined;
  remove: () => void;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.settings.secrets;
  const names = useAgentNames();
  return (
    <li class="row">
      <div class="row-main">
        <span class="row-title">
          {name}
          {shadowed && <span class="badge warn">{text.shadowed}</span>}
          {usedBy.length === 0 && <span class="badge">{text.unused}</span>}
        </span>
        <span class="row-detail">{showHidden(text.goesTo(origins.join(", ")))}</span>
        <span class="row-detail">
          {usedBy.length > 0 && `${text.usedBy(agentList(usedBy, names))} · `}
          {agents && `${text.onlyFor(agentList(agents, names))} · `}
          {lastFour !== null && `${text.endsWith(lastFour)} · `}
          {text.setAt} <Time at={setAt} />
          {by.name !== null && <> · {showHidden(by.name)}</>}
        </span>
        {shadowed && <p class="row-detail">{text.shadowedText}</p>}
      </div>
      {replace && (
        <>
          <button type="button" class="button small" onClick={replace}>
            {text.replace}
          </button>
          <button type="button" class="button small" onClick={remove}>
            {text.remove}
          </button>
        </>
      )}
    </li>
  );
}
