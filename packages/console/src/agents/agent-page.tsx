import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AgentDraft, AgentWithFile, CheckedAgent } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { CopyId } from "../ui/copy-id.tsx";
import { Loaded, Needs, Page } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";
import { ApplyBar } from "./apply-bar.tsx";
import { FileTab } from "./file-tab.tsx";
import { InstallTab } from "./install-tab.tsx";
import { KnowledgeTab } from "./knowledge-tab.tsx";
import { LookTab } from "./look-tab.tsx";
import { PreviewTab, usePreview } from "./preview.tsx";
import { readDraft, useDraft } from "./use-draft.ts";
import { VersionsTab } from "./versions-tab.tsx";

const tabs = ["settings", "look", "knowledge", "preview", "install", "file", "versions"] as const;

/** An agent: its file, appearance, knowledge and versions. A draft is kept across the tabs until it is applied. */
export function AgentPage({ id, tab, section }: { id: string; tab: string; section: string }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.agents;
  const path = `agents/${encodeURIComponent(id)}`;
  const mayEdit = useMay("editor");
  const agent = useResource(id, (signal) => api.get<AgentWithFile>(path, {}, signal));
  const draft = useResource(id, async (signal) => ({
    stored: mayEdit ? await readDraft(api, id, signal) : undefined,
  }));
  return (
    <Page
      title={nameOf(agent.value) || id}
      back={{ href: hrefOf("agents"), label: text.title }}
      actions={<CopyId id={id} />}
      bar={
        <nav class="tabs" aria-label={text.title}>
          {tabs.map((name) => (
            <a key={name} href={hrefOf(`${path}/${name}`)} aria-current={name === tab ? "page" : undefined}>
              {name === "install" ? words.install.tab : text[name]}
            </a>
          ))}
        </nav>
      }
    >
      <Loaded resource={agent}>
        {(loaded) => (
          <Loaded resource={draft}>
            {({ stored }) => (
              <AgentTabs agent={loaded} stored={stored} tab={tab} section={section} reload={agent.reload} />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function AgentTabs({
  agent,
  stored,
  tab,
  section,
  reload,
}: {
  agent: AgentWithFile;
  /** The person's draft, as it was when the page opened. */
  stored: AgentDraft | undefined;
  tab: string;
  section: string;
  reload: () => void;
}): JSX.Element {
  const { words } = useConsole();
  const mayEdit = useMay("editor");
  const kept = useDraft(agent, stored, mayEdit);
  const { file: draft, change: setDraft, isChanged } = kept;
  const check = useCheck(draft, mayEdit && isChanged);
  const shown = usePreview(agent.id, draft, mayEdit && (tab === "preview" || tab === "look"));
  const bar = mayEdit && isChanged && <ApplyBar agent={agent} draft={kept} check={check} applied={reload} />;
  switch (tab) {
    case "preview":
      return (
        <Needs role="editor">
          {bar}
          <PreviewTab
            live={agent.file}
            draft={draft}
            change={setDraft}
            faults={check?.faults}
            shown={shown}
          />
        </Needs>
      );
    case "settings":
      return (
        <>
          {bar}
          <LazySettings
            agentId={agent.id}
            section={section}
            draft={draft}
            change={setDraft}
            faults={check?.faults}
            mayEdit={mayEdit}
          />
        </>
      );
    case "look":
      return (
        <>
          {bar}
          <LookTab draft={draft} change={setDraft} shown={mayEdit ? shown : undefined} />
        </>
      );
    case "knowledge":
      return (
        <>
          {bar}
          <KnowledgeTab agent={agent} draft={draft} change={setDraft} reload={reload} mayEdit={mayEdit} />
        </>
      );
    case "install":
      return (
        <Needs role="editor">
          <InstallTab id={agent.id} />
        </Needs>
      );
    case "versions":
      return <VersionsTab id={agent.id} mayEdit={mayEdit} restored={reload} />;
    default:
      return (
        <>
          {bar}
          <FileTab
            draft={draft}
            change={setDraft}
            faults={check?.faults}
            label={words.agents.editor}
            mayEdit={mayEdit}
          />
        </>
      );
  }
}

type SettingsModule = typeof import("../agent-settings/settings-tab.tsx");

/** The forms, which are loaded with what edits the file. */
function LazySettings(props: Parameters<SettingsModule["SettingsTab"]>[0]): JSX.Element {
  const loaded = useResource("", () => import("../agent-settings/settings-tab.tsx"));
  return <Loaded resource={loaded}>{({ SettingsTab }) => <SettingsTab {...props} />}</Loaded>;
}

function nameOf(agent: AgentWithFile | undefined): string {
  const name = agent?.definition["name"];
  return typeof name === "string" ? showHidden(name) : "";
}

/** Milliseconds without a change after which a draft is checked. */
const checkDelayMs = 350;

/** The result of checking a draft; `undefined` while it is being checked, or if there is nothing to check. */
function useCheck(draft: string, isWanted: boolean): CheckedAgent | undefined {
  const { api } = useConsole();
  const [checked, setChecked] = useState<{ draft: string; result: CheckedAgent }>();
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      api
        .send<CheckedAgent>("POST", "agents/check", { body: { file: draft } })
        .then((result) => {
          if (isCurrent) setChecked({ draft, result });
        })
        // Applying checks it again, and reports what is wrong.
        .catch(() => undefined);
    }, checkDelayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [draft, isWanted]);
  return isWanted && checked?.draft === draft ? checked.result : undefined;
}
