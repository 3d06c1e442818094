import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { FoundPassages } from "@servicechat/contract/admin";
import { asProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { SourceLink } from "../../chats/part-view.tsx";
import { icon } from "../../ui/icon.tsx";
import { problemText } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";

/** Shows what the agent would find for a question: the same passages, in the same order. */
export function KnowledgeSearch({ path }: { path: string }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.agents;
  const { searching } = words.knowledge;
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
      <div class="section-head">
        <h2>{searching.title}</h2>
      </div>
      <form
        class="knowledge-search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <label class="search-field">
          <span class="unseen">{searching.label}</span>
          {icon("search", 16)}
          <input
            type="search"
            placeholder={searching.label}
            title={searching.hint}
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
