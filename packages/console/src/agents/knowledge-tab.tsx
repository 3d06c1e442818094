import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Document, KnowledgeSource, Page } from "@servicechat/contract/admin";
import type { Api } from "../api/create-api.ts";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { EmptyState } from "../ui/page.tsx";
import { usePages } from "../ui/use-resource.ts";
import { AddBar } from "./knowledge/add-bar.tsx";
import { DocumentDialog, PageDialog } from "./knowledge/document-dialog.tsx";
import { DocumentsList } from "./knowledge/documents-list.tsx";
import { filterIn, KnowledgeFilterBar, type KnowledgeFilter } from "./knowledge/knowledge-filter.tsx";
import { KnowledgeSearch } from "./knowledge/knowledge-search.tsx";
import { PagesList } from "./knowledge/pages-list.tsx";
import { ReadingCard } from "./knowledge/reading-card.tsx";
import { uploadDocument } from "./knowledge/upload-document.ts";
import { createUploadQueue, type UploadQueue } from "./knowledge/upload-queue.ts";
import { UploadsPanel } from "./knowledge/uploads-panel.tsx";
import { useApplyWebsite, type ChangedAgent } from "./knowledge/use-apply-website.ts";
import { useReading } from "./knowledge/use-reading.ts";
import { WebsiteDialog } from "./knowledge/website-dialog.tsx";
import type { WebsiteSource } from "./knowledge/website-entry.ts";
import { sourcesOf, WebsitesList } from "./knowledge/websites-list.tsx";

/** By person and agent. They last as long as the document, so uploads continue while other pages are open. */
const queues = new Map<string, UploadQueue>();

function uploadQueueOf(api: Api, person: string, agent: string): UploadQueue {
  const key = JSON.stringify([person, agent]);
  const found =
    queues.get(key) ??
    createUploadQueue({
      upload: (document, sending) => uploadDocument(api, { agent, ...document }, sending),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
  queues.set(key, found);
  return found;
}

/** An agent's knowledge: documents and websites, how far their reading is, and a search with the agent's results. */
export function KnowledgeTab({ mayEdit, ...changed }: ChangedAgent & { mayEdit: boolean }): JSX.Element {
  const { api, me, words, navigation } = useConsole();
  const text = words.knowledge;
  const { id, definition, revision } = changed.agent;
  const path = `agents/${encodeURIComponent(id)}`;
  const location = navigation.location.value;
  const { query } = location;
  const filter = filterIn(query);
  const isFiltered = filter.q !== "" || filter.state !== undefined;
  const documents = useDocuments(path, filter);
  const pages = useSourcePages(path, filter);
  const reading = useReading(id, () => {
    documents.reload();
    pages.reload();
  });
  const queue = useMemo(() => uploadQueueOf(api, me.value?.id ?? "", id), [id]);
  const { arrived, uploads } = queue.progress.value;
  // What has arrived waits to be read; a new version reads its sources.
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) reading.refresh();
    isFirst.current = false;
  }, [arrived, revision]);
  const sources = useMemo(() => sourcesOf(definition), [revision]);
  const apply = useApplyWebsite(changed);
  const [editing, setEditing] = useState<WebsiteSource | "new">();
  const [page, setPage] = useState<KnowledgeSource>();
  const opened = query.get("document");

  const hasSources = sources.websites.length + sources.files.length > 0;
  const isListEmpty = documents.value?.length === 0 && pages.value?.length === 0;
  const isEmpty = isListEmpty && !isFiltered && !hasSources && uploads.length === 0;
  /** The tab is a step of the guide to a new agent too: whatever else is in the address stays. */
  const go = (next: Partial<KnowledgeFilter>, document?: string): void =>
    navigation.go(
      hrefOf(location.path, { ...Object.fromEntries(query), ...filter, ...next, document }),
      "replace",
    );

  return (
    <div class="knowledge">
      {mayEdit && <AddBar isEmpty={isEmpty} add={queue.add} addWebsite={() => setEditing("new")} />}
      {!mayEdit && isEmpty && <EmptyState sign="book" title={text.emptyTitle} text={text.emptyViewer} />}
      <UploadsPanel queue={queue} agent={id} />
      <ReadingCard agent={id} reading={reading} hasSources={hasSources} mayEdit={mayEdit} />
      {!isEmpty && (
        <>
          {!isListEmpty && <KnowledgeSearch path={`${path}/knowledge`} />}
          <WebsitesList sources={sources} mayEdit={mayEdit} edit={setEditing} apply={apply} />
          {(isFiltered || !isListEmpty) && <KnowledgeFilterBar filter={filter} change={go} />}
          {isFiltered && isListEmpty && (
            <EmptyState sign="search" title={text.list.noMatchTitle} text={text.list.noMatchText} />
          )}
          <DocumentsList
            agent={id}
            list={documents}
            mayEdit={mayEdit}
            open={(document) => go({}, document)}
          />
          <PagesList list={pages} open={setPage} />
        </>
      )}
      {editing !== undefined && (
        <WebsiteDialog
          website={editing === "new" ? undefined : editing}
          apply={apply}
          close={() => setEditing(undefined)}
        />
      )}
      {opened !== null && (
        <DocumentDialog
          agent={id}
          path={opened}
          mayEdit={mayEdit}
          close={() => go({})}
          changed={documents.reload}
        />
      )}
      {page && <PageDialog agent={id} source={page} close={() => setPage(undefined)} />}
    </div>
  );
}

const documentStateOf = { waiting: "waiting", read: "read", failed: "unreadable" } as const;

function useDocuments(path: string, { q, state }: KnowledgeFilter) {
  const { api } = useConsole();
  const wanted = { q, state: state && documentStateOf[state] };
  return usePages<Document>(`documents ${path} ${JSON.stringify(wanted)}`, (page, signal) =>
    api.get<Page<Document>>(`${path}/documents`, { ...wanted, ...page }, signal),
  );
}

/** The pages and files of the sources; none of them ever waits. */
function useSourcePages(path: string, { q, state }: KnowledgeFilter) {
  const { api } = useConsole();
  return usePages<KnowledgeSource>(`pages ${path} ${q} ${state}`, async (page, signal) => {
    if (state === "waiting") return { items: [], next: null };
    const wanted = { q, state, kind: ["file", "page"] };
    return api.get<Page<KnowledgeSource>>(`${path}/knowledge`, { ...wanted, ...page }, signal);
  });
}
