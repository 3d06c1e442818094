import type { JSX } from "preact";
import { auditActions, type AuditEntry, type Page } from "@servicechat/contract/admin";
import { useConsole } from "../../app/console-context.ts";
import { hrefOf } from "../../app/navigation.ts";
import type { Words } from "../../app/words/words.ts";
import { EmptyState, Loaded, LoadMore } from "../../ui/page.tsx";
import { usePages } from "../../ui/use-resource.ts";
import { AuditLine } from "./audit-line.tsx";

/** Who did what, in sentences, by day, newest first. */
export function AuditSection(): JSX.Element {
  const { api, words, navigation } = useConsole();
  const { settings, vocabulary } = words;
  const text = words.audit;
  const what = navigation.location.value.query.get("what") ?? "";
  const list = usePages<AuditEntry>(`audit ${what}`, (page, signal) =>
    api.get<Page<AuditEntry>>("audit", { ...page, what }, signal),
  );
  return (
    <section>
      <div class="section-head">
        <h2>{settings.sections.audit}</h2>
        <label class={what === "" ? "filter" : "filter active"}>
          <span class="unseen">{text.filter}</span>
          <select
            value={what}
            onChange={({ currentTarget }) =>
              navigation.go(hrefOf("settings/audit", { what: currentTarget.value }))
            }
          >
            <option value="">{text.all}</option>
            {offered.map((action) => (
              <option key={action} value={action}>
                {vocabulary.auditActions[action]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded resource={list}>
        {(entries) =>
          entries.length === 0 ? (
            <Nothing isFiltered={what !== ""} />
          ) : (
            <>
              {byDay(entries, words).map(({ day, lines }) => (
                <section key={day} class="audit-day">
                  <h3>{day}</h3>
                  <ul class="rows" role="list">
                    {lines.map((entry) => (
                      <AuditLine key={entry.id} entry={entry} />
                    ))}
                  </ul>
                </section>
              ))}
              <LoadMore list={list} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

/** Previews are no longer recorded. */
const offered = auditActions.filter((action) => action !== "agent.preview");

function Nothing({ isFiltered }: { isFiltered: boolean }): JSX.Element {
  const text = useConsole().words.audit;
  if (!isFiltered) return <EmptyState sign="shield" title={text.emptyTitle} text={text.emptyText} />;
  return (
    <EmptyState
      sign="search"
      title={text.noneTitle}
      text={text.noneText}
      action={
        <a class="button" href={hrefOf("settings/audit")}>
          {text.showAll}
        </a>
      }
    />
  );
}

function byDay(entries: readonly AuditEntry[], words: Words) {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = dayOf(new Date(entry.at), words);
    const lines = days.get(day);
    if (lines) lines.push(entry);
    else days.set(day, [entry]);
  }
  return [...days].map(([day, lines]) => ({ day, lines }));
}

function dayOf(date: Date, { lang, audit }: Pick<Words, "audit" | "lang">): string {
  const today = new Date();
  const yesterday = new Date(today);
  yesterday.setDate(today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return audit.today;
  if (date.toDateString() === yesterday.toDateString()) return audit.yesterday;
  return new Intl.DateTimeFormat(lang, { dateStyle: "full" }).format(date);
}
