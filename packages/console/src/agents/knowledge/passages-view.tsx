import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DocumentPassages } from "@servicechat/contract/admin";
import { useConsole } from "../../app/console-context.ts";
import { Loaded } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import { useResource } from "../../ui/use-resource.ts";

/** A long document has thousands of passages; so many are drawn at once. */
const pageSize = 20;

/** What came out of a document or a page: the text by which the agent finds it, and from which it answers. */
export function PassagesView({
  path,
  query,
  ifNone,
}: {
  /** Where the API has them. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** What is shown if there are none. */
  ifNone: string;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.knowledge.document;
  const [shown, setShown] = useState(pageSize);
  const passages = useResource(`${path} ${JSON.stringify(query)}`, (signal) =>
    api.get<DocumentPassages>(path, query, signal),
  );
  return (
    <section>
      <h3 class="passages-title">{text.content}</h3>
      <Loaded resource={passages}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">{ifNone}</p>
          ) : (
            <>
              <ol class="passages">
                {items.slice(0, shown).map(({ headings, text: passage }, index) => (
                  <li key={index}>
                    <div class="passage-head">
                      <b dir="auto">{showHidden(headings.join(" › "))}</b>
                    </div>
                    <p class="passage-text whole" dir="auto">
                      {showHidden(passage)}
                    </p>
                  </li>
                ))}
              </ol>
              {items.length > shown && (
                <div class="more">
                  <button type="button" class="button" onClick={() => setShown(shown + pageSize)}>
                    {text.more}
                  </button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  );
}
