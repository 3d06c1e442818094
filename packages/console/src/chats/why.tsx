import type { JSX } from "preact";
import type { ReplyFacts } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { count, duration } from "../ui/time.tsx";
import { SourceLink } from "./part-view.tsx";

/**
 * Why an answer is as it is: what was found and used, which version and model answered, and how long it took. Collapsed
 * at first.
 */
export function Why({ facts }: { facts: ReplyFacts }): JSX.Element {
  const { words } = useConsole();
  const { chats: text, vocabulary } = words;
  const finishes = new Map(Object.entries({ ...vocabulary.statuses, ...vocabulary.endings }));
  const best = Math.max(0, ...facts.searches.flatMap(({ passages }) => passages.map(({ score }) => score)));
  const short = [
    facts.version !== null && text.version_(facts.version),
    facts.model && showHidden(facts.model),
    duration(facts.totalMs, words.lang),
  ].filter(Boolean);
  return (
    <details class="why">
      <summary>
        {icon("chevron", 15)}
        <span>{text.why}</span>
        <small>{short.join(" · ")}</small>
      </summary>
      <div class="why-body">
        <section>
          <h2>{text.searches}</h2>
          {facts.searches.length === 0 && <p class="muted">{text.noSearch}</p>}
          {facts.searches.map(({ query, passages }, index) => (
            <div key={index} class="search">
              <p>
                {text.searchedFor} <q dir="auto">{showHidden(query)}</q>
              </p>
              {passages.length === 0 && <p class="muted">{text.noPassages}</p>}
              <ol class="passages">
                {passages.map((passage, at) => (
                  <Passage key={at} passage={passage} best={best} />
                ))}
              </ol>
            </div>
          ))}
        </section>
        {facts.tools.length > 0 && (
          <section>
            <h2>{text.tools}</h2>
            {facts.tools.map((tool, index) => (
              <details key={index} class="tool-use">
                <summary>
                  <code>{showHidden(tool.name)}</code>
                  <span class={tool.status === "failed" ? "badge bad" : "badge"}>
                    {showHidden(tool.status)}
                  </span>
                  {tool.ms !== null && <small>{duration(tool.ms, words.lang)}</small>}
                </summary>
                <h3>{text.toolInput}</h3>
                <pre tabIndex={0}>{showHidden(asText(tool.input))}</pre>
                <h3>{text.toolResult}</h3>
                <pre tabIndex={0}>{showHidden(asText(tool.result))}</pre>
              </details>
            ))}
          </section>
        )}
        <dl class="numbers">
          <Number name={text.model} value={showHidden(facts.model ?? text.unknownModel)} />
          <Number
            name={text.firstText}
            value={facts.firstTextMs === null ? "–" : duration(facts.firstTextMs, words.lang)}
          />
          <Number name={text.total} value={duration(facts.totalMs, words.lang)} />
          <Number
            name={text.tokens}
            value={`${count(facts.tokens.in, words.lang)} ${text.tokensIn}, ${count(facts.tokens.out, words.lang)} ${text.tokensOut}`}
          />
          {facts.tokens.cached > 0 && (
            <Number name={text.tokensCached} value={count(facts.tokens.cached, words.lang)} />
          )}
          <Number name={text.finish} value={finishes.get(facts.finish) ?? showHidden(facts.finish)} />
        </dl>
      </div>
    </details>
  );
}

function Passage({
  passage,
  best,
}: {
  passage: ReplyFacts["searches"][number]["passages"][number];
  best: number;
}): JSX.Element {
  const { words } = useConsole();
  const { chats: text } = words;
  const score = new Intl.NumberFormat(words.lang, { maximumFractionDigits: 2 }).format(passage.score);
  return (
    <li>
      <div class="passage-head">
        <b>
          <SourceLink title={passage.title} url={passage.url ?? ""} />
        </b>
        {passage.answer !== undefined && <span class="badge brand">{words.approvedAnswers.approved}</span>}
        {passage.cited && <span class="badge good">{text.cited}</span>}
        <span class="score">
          <meter min={0} max={best || 1} value={passage.score} aria-label={text.score} />
          {score}
        </span>
      </div>
      <p class="passage-text" dir="auto">
        {showHidden(passage.text)}
      </p>
    </li>
  );
}

function Number({ name, value }: { name: string; value: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "–";
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
}
