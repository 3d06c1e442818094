import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { FoundPassages, KnowledgeSource, Page } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { SourceLink } from "../chats/part-view.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, LoadMore, problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { count, Time } from "../ui/time.tsx";
import { usePages } from "../ui/use-resource.ts";

/** An agent's knowledge: its sources, and a search with the same results as the agent's. */
export function KnowledgeTab({ id, mayEdit }: { id: string; mayEdit: boolean }): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.agents;
  const path = `agents/${encodeURIComponent(id)}/knowledge`;
  const sources = usePages<KnowledgeSource>(`knowledge ${id}`, (page, signal) =>
    api.get<Page<KnowledgeSource>>(path, { ...page }, signal),
  );
  const [isSyncing, setSyncing] = useState(false);

  function sync(): void {
    setSyncing(true);
    api
      .send("POST", `${path}/sync`)
      .then(() => {
        toast.value = text.synced;
        sources.reload();
      })
      .catch((thrown: unknown) => {
        toast.value = problemText(asProblem(thrown), words);
      })
      .finally(() => setSyncing(false));
  }

  return (
    <div class="narrow">
      <KnowledgeSearch path={path} />
      <section class="section">
        <div class="section-head">
          <h2>{text.sources}</h2>
          {mayEdit && (
            <button type="button" class="button small" disabled={isSyncing} onClick={sync}>
              {icon("retry", 15)}
              {isSyncing ? text.syncing : text.sync}
            </button>
          )}
        </div>
        <Loaded resource={sources}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState sign="book" title={text.noSources} text={text.noSourcesText} />
            ) : (
              <>
                <ul class="rows" role="list">
                  {items.map((source) => (
                    <li key={source.id} class="row">
                      <div class="row-main">
                        <span class="row-title">
                          <SourceLink title={source.title} url={source.url ?? ""} />
                        </span>
                        <span class="row-detail">
                          {text.passages(source.passages, count(source.passages, words.lang))}
                          {source.embedded > 0 && ` · ${text.embedded(count(source.embedded, words.lang))}`}
                          {source.wordings > 0 && ` · ${text.wordings(count(source.wordings, words.lang))}`}
                          {source.readAt !== null && (
                            <>
                              {" · "}
                              {text.readAt} <Time at={source.readAt} />
                            </>
                          )}
                        </span>
                      </div>
                    </li>
                  ))}
                </ul>
                <LoadMore list={sources} />
              </>
            )
          }
        </Loaded>
      </section>
    </div>
  );
}

function KnowledgeSearch({ path }: { path: string }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.agents;
  const [question, setQuestion] = useState("");
  const [found, setFound] = useState<FoundPassages | string>();

  function search(): void {
    if (question.trim() === "") return;
    api
      .get<FoundPassages>(`${path}/search`, { q: question.trim() })
      .then(setFound)
      .catch((thrown: unknown) => setFound(problemText(asProblem(thrown), words)));
  }

  return (
    <section class="section">
      <form
        class="knowledge-search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <label class="search-field">
          <span class="unseen">{text.search}</span>
          {icon("search", 16)}
          <input
            type="search"
            placeholder={text.search}
            maxLength={500}
            value={question}
            onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">
          {text.searchAction}
        </button>
      </form>
      <div role="status">
        {typeof found === "string" && <p class="form-problem">{found}</p>}
        {typeof found === "object" && found.items.length === 0 && <p class="muted">{text.nothingFound}</p>}
      </div>
      {typeof found === "object" && found.items.length > 0 && (
        <ol class="passages" aria-label={text.found}>
          {found.items.map((passage, index) => (
            <li key={index}>
              <div class="passage-head">
                <b>
                  <SourceLink title={passage.title} url={passage.url ?? ""} />
                </b>
                <span class="score">{passage.score.toFixed(2)}</span>
              </div>
              <p class="passage-text" dir="auto">
                {showHidden(passage.text)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
