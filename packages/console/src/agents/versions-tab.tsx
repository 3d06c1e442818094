import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AgentVersion, AppliedAgent, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { icon } from "../ui/icon.tsx";
import { Loaded, SkeletonRows } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { usePages, useResource } from "../ui/use-resource.ts";
import { DifferenceView } from "./difference-view.tsx";

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
  const list = usePages<AgentVersion>(`versions ${id}`, (page, signal) =>
    api.get<Page<AgentVersion>>(`${path}/versions`, { ...page }, signal),
  );
  const [restoring, setRestoring] = useState<number>();

  return (
    <div class="narrow">
      <Loaded resource={list}>
        {(versions) => (
          <>
            <div class="rows">
              {versions.map((version) => (
                <Version
                  key={version.version}
                  path={path}
                  version={version}
                  restore={mayEdit && !version.current ? () => setRestoring(version.version) : undefined}
                />
              ))}
            </div>
            {list.hasMore && (
              <div class="more">
                <button type="button" class="button" onClick={list.loadMore}>
                  {words.common.loadMore}
                </button>
              </div>
            )}
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
            const { version } = await api.send<AppliedAgent>("POST", `${path}/restore`, { body });
            toast.value = text.applied(version);
            list.reload();
            restored();
          }}
        />
      )}
    </div>
  );
}

function Version({
  path,
  version: { version, at, author, note, current },
  restore,
}: {
  path: string;
  version: AgentVersion;
  restore: (() => void) | undefined;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.agents;
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="version" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="row">
        {icon("chevron", 15)}
        <span class="row-main">
          <span class="row-title">
            {text.version(version)}
            {current && <span class="badge good">{text.current}</span>}
          </span>
          <span class="row-detail">
            <Time at={at} /> {text.by} {showHidden(author.name ?? words.vocabulary.actors[author.kind])}
            {note && <> · {showHidden(note)}</>}
          </span>
        </span>
      </summary>
      {isOpen && (
        <div class="version-body">
          <VersionDifference path={path} version={version} />
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
