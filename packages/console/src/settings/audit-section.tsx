import type { JSX } from "preact";
import { auditActions, type AuditEntry, type Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { EmptyState, Loaded, LoadMore } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { exact } from "../ui/time.tsx";
import { usePages } from "../ui/use-resource.ts";

/** Who did what, newest first. */
export function AuditSection(): JSX.Element {
  const { api, words, navigation } = useConsole();
  const { settings, vocabulary } = words;
  const text = settings.audit;
  /** A service that is newer than this page may have done more. */
  const names: Readonly<Record<string, string | undefined>> = vocabulary.auditActions;
  const what = navigation.location.value.query.get("what") ?? "";
  const list = usePages<AuditEntry>(`audit ${what}`, (page, signal) =>
    api.get<Page<AuditEntry>>("audit", { ...page, what }, signal),
  );
  return (
    <section>
      <div class="section-head">
        <h2>{settings.sections.audit}</h2>
        <label class={what === "" ? "filter" : "filter active"}>
          <span class="unseen">{text.what}</span>
          <select
            value={what}
            onChange={({ currentTarget }) =>
              navigation.go(hrefOf("settings/audit", { what: currentTarget.value }))
            }
          >
            <option value="">{text.all}</option>
            {auditActions.map((action) => (
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
            <EmptyState sign="shield" title={text.emptyTitle} text={text.emptyText} />
          ) : (
            <>
              <div class="table-frame" tabIndex={0} role="region" aria-label={settings.sections.audit}>
                <table class="figures words">
                  <thead>
                    <tr>
                      <th scope="col">{text.when}</th>
                      <th scope="col">{text.who}</th>
                      <th scope="col">{text.what}</th>
                      <th scope="col">{text.on}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {entries.map(({ id, at, who, what: done, on }) => (
                      <tr key={id}>
                        <td>
                          <time dateTime={at}>{exact(new Date(at), words.lang)}</time>
                        </td>
                        <td>{showHidden(who.name ?? vocabulary.actors[who.kind])}</td>
                        <td>
                          <span title={done}>{names[done] ?? done}</span>
                        </td>
                        <td>{on ? `${showHidden(on.kind)} ${showHidden(on.id)}` : "–"}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <LoadMore list={list} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
