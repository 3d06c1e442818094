import type { JSX } from "preact";
import { compareTestRuns, type KeptAgentTestRun, type ListedAgentTestRun } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";
import { TestRow } from "./test-row.tsx";

/** Two runs side by side: flips first. The URL says which ones. */
export function TestResults({
  path,
  runs,
}: {
  path: string;
  runs: readonly ListedAgentTestRun[];
}): JSX.Element {
  const { api, words, navigation } = useConsole();
  const text = words.agentTests;
  const { path: current, query } = navigation.location.value;
  const [newest] = runs;
  const shown = Number(query.get("run") ?? newest?.number ?? 0);
  const earlier = runs.find(({ number }) => number < shown)?.number ?? 0;
  const compared = Number(query.get("with") ?? earlier);
  const read = (number: number, signal: AbortSignal) =>
    api.get<KeptAgentTestRun>(`${path}/runs/${number}`, {}, signal);
  const both = useResource(`${path} ${shown} ${compared}`, async (signal) => ({
    after: await read(shown, signal),
    before: compared > 0 ? await read(compared, signal) : undefined,
  }));
  const choose = (run: number, other: number | undefined): void =>
    navigation.go(hrefOf(current, { run, ...(other !== undefined && { with: other }) }), "replace");

  return (
    <>
      <div class="test-runs">
        <RunField label={text.thisRun} runs={runs} value={shown} change={(run) => choose(run, undefined)} />
        <RunField
          label={text.comparedWith}
          runs={runs.filter(({ number }) => number !== shown)}
          value={compared}
          change={(other) => choose(shown, other)}
          none={text.nothing}
        />
      </div>
      <Loaded resource={both}>
        {({ before, after }) => (
          <>
            <p class="test-sum">
              {text.ran(after.passed, after.passed + after.failed)} · {showHidden(after.model)} ·{" "}
              <Time at={after.at} />
            </p>
            <ul class="rows" role="list">
              {compareTestRuns(before?.results ?? [], after.results).map((test) => (
                <TestRow key={`${after.number} ${test.name}`} test={test} isCompared={before !== undefined} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}

function RunField({
  label,
  runs,
  value,
  change,
  none,
}: {
  label: string;
  runs: readonly ListedAgentTestRun[];
  value: number;
  change: (number: number) => void;
  none?: string;
}): JSX.Element {
  const text = useConsole().words.agentTests;
  const nameOf = ({ number, version }: ListedAgentTestRun) =>
    text.runName(number, version === null ? text.draft : text.version(version));
  return (
    <label class="field inline">
      <span class="field-label">{label}</span>
      <select value={String(value)} onChange={({ currentTarget }) => change(Number(currentTarget.value))}>
        {none !== undefined && <option value="0">{none}</option>}
        {runs.map((run) => (
          <option key={run.number} value={String(run.number)}>
            {nameOf(run)}
          </option>
        ))}
      </select>
    </label>
  );
}
