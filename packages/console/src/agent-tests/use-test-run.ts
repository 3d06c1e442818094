import { useRef, useState } from "preact/hooks";
import type { AgentTestResult } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { problemText } from "../ui/page.tsx";
import { runTests } from "./run-tests.ts";

/** A run that was begun on this page. */
export interface LiveTestRun {
  readonly isRunning: boolean;
  /** Results so far by the name of the test; empty if none was begun since the page opened. */
  readonly results: ReadonlyMap<string, AgentTestResult>;
  readonly begin: () => void;
  readonly stop: () => void;
}

const none: ReadonlyMap<string, AgentTestResult> = new Map();

/**
 * Runs the tests of an agent, and shows each result as soon as it is there. It continues on other pages of the console.
 *
 * @param prepare stores what was changed; `false`: nothing is run
 * @param total how many tests there are
 * @param ran called when the run is stored
 */
export function useTestRun(
  path: string,
  {
    prepare,
    total,
    ran,
  }: { readonly prepare: () => Promise<boolean>; readonly total: number; readonly ran: () => void },
): LiveTestRun {
  const { api, words, toast } = useConsole();
  const text = words.agentTests;
  const [state, setState] = useState({ isRunning: false, results: none });
  const running = useRef<AbortController>(undefined);

  async function run(signal: AbortSignal): Promise<void> {
    const results = new Map<string, AgentTestResult>();
    const show = (isRunning: boolean): void => setState({ isRunning, results: new Map(results) });
    show(true);
    try {
      if (!(await prepare())) return setState({ isRunning: false, results: none });
      const onResult = (result: AgentTestResult): void => {
        results.set(result.name, result);
        show(true);
      };
      const done = await runTests(api, path, { onResult, signal });
      for (const result of done?.results ?? []) results.set(result.name, result);
      if (done) ran();
      const passed = [...results.values()].filter((result) => result.passed).length;
      toast.value = done ? text.ran(passed, results.size) : text.stopped(results.size, total);
    } catch (thrown) {
      toast.value = problemText(asProblem(thrown), words);
    }
    show(false);
  }

  return {
    ...state,
    begin: () => {
      running.current = new AbortController();
      void run(running.current.signal);
    },
    stop: () => running.current?.abort(),
  };
}
