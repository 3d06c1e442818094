import type { JSX } from "preact";
import type { ApprovedAnswer, Page as ListPage } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import type { RouteProps } from "../app/pages.tsx";
import { useAgentNames } from "../inbox/agent-names.ts";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, LoadMore, Page } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { usePages } from "../ui/use-resource.ts";
import { AnswerPage, NewAnswerPage } from "./answer-page.tsx";

/** Approved answers, one of them, or a new one. */
export function page({ rest }: RouteProps): JSX.Element {
  const [id] = rest;
  if (id === undefined) return <AnswersPage />;
  return id === "new" ? <NewAnswerPage /> : <AnswerPage key={id} id={id} />;
}

function AnswersPage(): JSX.Element {
  const { api, words, navigation } = useConsole();
  const { approvedAnswers: text, common } = words;
  const { query } = navigation.location.value;
  const isDue = query.has("due");
  const agent = query.get("agent");
  const mayWrite = useMay("responder");
  const names = useAgentNames();
  const write = mayWrite && (
    <a class="button primary" href={hrefOf("answers/new", agent === null ? {} : { agent })}>
      {icon("plus", 16)}
      {text.write}
    </a>
  );
  const list = usePages<ApprovedAnswer>(`${isDue} ${agent}`, (page, signal) => {
    const filter = { ...(agent !== null && { agent }), ...(isDue && { due: "true" }) };
    return api.get<ListPage<ApprovedAnswer>>("answers", { ...filter, ...page }, signal);
  });

  return (
    <Page
      title={text.title}
      actions={write}
      bar={
        <nav class="tabs" aria-label={text.shown}>
          <a href={hrefOf("answers")} aria-current={isDue ? undefined : "page"}>
            {common.all}
          </a>
          <a href={hrefOf("answers", { due: "true" })} aria-current={isDue ? "page" : undefined}>
            {text.due}
          </a>
        </nav>
      }
    >
      <Loaded resource={list}>
        {(answers) =>
          answers.length === 0 ? (
            <EmptyState
              sign="check"
              title={isDue ? text.noneDueTitle : text.emptyTitle}
              text={isDue ? text.noneDueText : text.emptyText}
              action={!isDue && write}
            />
          ) : (
            <>
              <ul class="rows" role="list">
                {answers.map((answer) => (
                  <AnswerRow
                    key={answer.id}
                    answer={answer}
                    agent={names.get(answer.agent) ?? answer.agent}
                  />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/** @param agent its name */
function AnswerRow({ answer, agent }: { answer: ApprovedAnswer; agent: string }): JSX.Element {
  const { words } = useConsole();
  const text = words.approvedAnswers;
  const [question = ""] = answer.questions;
  return (
    <li>
      <a class="row" href={hrefOf(`answers/${encodeURIComponent(answer.id)}`)}>
        <span class="row-main">
          <span class="row-title">{showHidden(question)}</span>
          <span class="row-detail clamped" dir="auto">
            {showHidden(answer.text)}
          </span>
          <span class="row-detail">
            {[
              text.hits(answer.hits),
              showHidden(agent),
              answer.owner !== null && showHidden(answer.owner),
              answer.reviewOn !== null && text.reviewBy(dayText(answer.reviewOn, words.lang)),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
        {answer.verbatim && <span class="badge brand">{text.verbatimBadge}</span>}
        {icon("forward", 16)}
      </a>
    </li>
  );
}

/** A day such as `2026-11-26`, formatted for a language. */
export function dayText(day: string, lang: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
}
