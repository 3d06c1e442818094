import type { JSX } from "preact";
import type { UsageReport } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { languageName } from "../ui/format.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { count } from "../ui/time.tsx";

/** Counts by name: refusals, tools, languages. */
export function UsageTables({ usage }: { usage: UsageReport }): JSX.Element {
  const { words } = useConsole();
  const text = words.usage;
  const { refusals, tools, languages } = usage.total;
  const reasons: Readonly<Record<string, string | undefined>> = words.vocabulary.refusals;
  const format = (value: number): string => count(value, words.lang);
  return (
    <div class="usage-tables">
      <Table
        title={text.languages}
        head={[text.language, text.replies]}
        rows={sorted(languages).map(([tag, value]) => [
          showHidden(languageName(tag, words.lang)),
          format(value),
        ])}
      />
      <Table
        title={text.tools}
        head={[text.tool, text.succeeded, text.failed]}
        rows={Object.entries(tools).map(([name, { succeeded, failed }]) => [
          showHidden(name),
          format(succeeded),
          format(failed),
        ])}
      />
      <Table
        title={text.refusals}
        head={[text.reason, text.count]}
        rows={sorted(refusals).map(([code, value]) => [reasons[code] ?? code, format(value)])}
      />
    </div>
  );
}

function Table({
  title,
  head,
  rows,
}: {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <section>
      <div class="section-head">
        <h2>{title}</h2>
      </div>
      <div class="table-frame" tabIndex={0} role="region" aria-label={title}>
        <table class="figures">
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, index) => (
                  <td key={index}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function sorted(counts: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(counts).toSorted(([, one], [, other]) => other - one);
}
