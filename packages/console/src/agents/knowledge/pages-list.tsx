import type { JSX } from "preact";
import type { KnowledgeSource } from "@servicechat/contract/admin";
import { useConsole } from "../../app/console-context.ts";
import { SourceLink } from "../../chats/part-view.tsx";
import { Loaded, LoadMore } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import { count, Time } from "../../ui/time.tsx";
import type { PagedResource } from "../../ui/use-resource.ts";

/** The pages and files that an agent's sources led to. Nothing while there are none. */
export function PagesList({
  list,
  open,
}: {
  list: PagedResource<KnowledgeSource>;
  /** Shows one of them. */
  open: (source: KnowledgeSource) => void;
}): JSX.Element {
  const { words } = useConsole();
  const { agents } = words;
  const text = words.knowledge.list;
  return (
    <Loaded resource={list}>
      {(sources) =>
        sources.length > 0 && (
          <section class="section">
            <div class="section-head">
              <h2>{sources.some(({ kind }) => kind === "file") ? text.pagesAndFiles : text.pages}</h2>
            </div>
            <ul class="rows" role="list">
              {sources.map((source) => (
                <li key={source.id} class="row">
                  <div class="row-main">
                    <span class="row-title">
                      <SourceLink title={source.title} url={source.url ?? ""} />
                      {source.state === "failed" && <span class="badge bad">{text.failed}</span>}
                    </span>
                    <span class="row-detail" dir="auto">
                      {source.location !== undefined && `${showHidden(source.location)} · `}
                      {agents.passages(source.passages, count(source.passages, words.lang))}
                      {source.wordings > 0 && ` · ${agents.wordings(count(source.wordings, words.lang))}`}
                      {source.readAt !== null && (
                        <>
                          {" · "}
                          {text.read} <Time at={source.readAt} />
                        </>
                      )}
                    </span>
                    {source.reason !== null && (
                      <span class="row-detail row-reason">{showHidden(source.reason)}</span>
                    )}
                  </div>
                  {source.passages > 0 && (
                    <div class="row-actions">
                      <button type="button" class="button small" onClick={() => open(source)}>
                        {text.open}
                        <span class="unseen"> {showHidden(source.title)}</span>
                      </button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
            <LoadMore list={list} />
          </section>
        )
      }
    </Loaded>
  );
}
