import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { outcomes, type AgentVersionItem, type Page, type RestoredAgent } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { OutcomeBadge } from "../chats/marks.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { icon } from "../ui/icon.tsx";
import { Loaded, LoadMore, SkeletonRows } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { usePages, useResource } from "../ui/use-resource.ts";
import { DifferenceView } from "./difference.tsx";

/** Every version of an agent, with what changed in it. */
export function VersionsTab({
  id,
  mayEdit,
  restored,
}: {
  id: string;
  mayEdit: boolean;
  restored: () => void;
}): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.agents;
  const path = `agents/${encodeURIComponent(id)}`;
  const list = usePages<AgentVersionItem>(`versions ${id}`, (page, signal) =>
    api.get<Page<AgentVersionItem>>(`${path}/versions`, { ...page }, signal),
  );
  const [restoring, setRestoring] = useState<number>();
  const [notes, setNotes] = useState<readonly string[]>([]);

  return (
    <div>
      {notes.length > 0 && (
        <div class="notice warn" role="status">
          {icon("alert", 16)}
          <div>
            {notes.map((note) => (
              <p key={note}>{showHidden(note)}</p>
            ))}
          </div>
        </div>
      )}
      <Loaded resource={list}>
        {(versions) => (
          <>
            <div class="rows">
              {versions.map((version) => (
                <Version
                  key={version.version}
                  agent={id}
                  path={path}
                  version={version}
                  restore={mayEdit && !version.current ? () => setRestoring(version.version) : undefined}
                />
              ))}
            </div>
            <LoadMore list={list} />
          </>
        )}
      </Loaded>
      {restoring !== undefined && (
        <ConfirmDialog
          title={text.restoreTitle(restoring)}
          text={<p>{text.restoreText}</p>}
          action={text.restore}
          close={() => setRestoring(undefined)}
          run={async () => {
            const body = { version: restoring };
            const restoredAgent = await api.send<RestoredAgent>("POST", `${path}/restore`, { body });
            toast.value = text.applied(restoredAgent.version);
            setNotes(restoredAgent.notes);
            list.reload();
            restored();
          }}
        />
      )}
    </div>
  );
}

function Version({
  agent,
  path,
  version,
  restore,
}: {
  agent: string;
  path: string;
  version: AgentVersionItem;
  restore: (() => void) | undefined;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.agents;
  const { version: number, at, author, note, current, chats } = version;
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="version" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="row">
        {icon("chevron", 15)}
        <span class="row-main">
          <span class="row-title">
            {text.version(number)}
            {current && <span class="badge good">{text.current}</span>}
          </span>
          <span class="row-detail">
            <Time at={at} /> {text.by} {showHidden(author.name ?? words.vocabulary.actors[author.kind])}
            {note && <> · {showHidden(note)}</>}
            {chats > 0 && <> · {text.chats(chats)}</>}
          </span>
        </span>
      </summary>
      {isOpen && (
        <div class="version-body">
          {chats > 0 && <VersionChats agent={agent} version={version} />}
          <VersionDifference path={path} version={number} />
          {restore && (
            <button type="button" class="button small" onClick={restore}>
              {text.restore}
            </button>
          )}
        </div>
      )}
    </details>
  );
}

/** The outcomes of chats in which a version answered, with a link to them. */
function VersionChats({ agent, version }: { agent: string; version: AgentVersionItem }): JSX.Element {
  const { words } = useConsole();
  return (
    <p class="version-chats">
      {outcomes
        .filter((outcome) => version.outcomes[outcome] > 0)
        .map((outcome) => (
          <span key={outcome}>
            {version.outcomes[outcome]} <OutcomeBadge outcome={outcome} />
          </span>
        ))}
      <a href={hrefOf("chats", { agent, version: String(version.version) })}>{words.agents.showChats}</a>
    </p>
  );
}

function VersionDifference({ path, version }: { path: string; version: number }): JSX.Element {
  const { api, words } = useConsole();
  const read = async (n: number, signal: AbortSignal): Promise<string> =>
    (await api.get<{ file: string }>(`${path}/versions/${n}`, {}, signal)).file;
  const files = useResource(`${path} ${version}`, async (signal) => ({
    after: await read(version, signal),
    before: version > 1 ? await read(version - 1, signal).catch(() => "") : "",
  }));
  return (
    <Loaded resource={files} skeleton={<SkeletonRows rows={2} />}>
      {({ before, after }) => (
        <>
          <h2>{words.agents.difference}</h2>
          <DifferenceView before={before} after={after} />
        </>
      )}
    </Loaded>
  );
}
