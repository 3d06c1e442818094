import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Usage } from "./answer-parent.ts";

/** What a process answers to the one that started it: questions by name, each with one input. */
export type Answers = Readonly<Record<string, (input: never) => unknown>>;

/** A process of the bench. Disposing it ends it. */
export interface Child<Asked extends Answers> extends AsyncDisposable {
  /** @throws what the process threw, or if it did not answer in time or ended */
  ask<Name extends keyof Asked & string>(
    name: Name,
    ...input: Parameters<Asked[Name]>
  ): Promise<Awaited<ReturnType<Asked[Name]>>>;
  /** What the process has used so far. */
  usage(): Promise<Usage>;
}

/** No answer here takes longer than this, in milliseconds. */
const answerMs = 120_000;
const goodbyeMs = 5_000;

/**
 * Starts a file of this folder as a separate process. It must call `answerParent`, and ends when this process ends.
 *
 * @param file Such as `service.ts`
 * @param execArguments Node options, such as `--cpu-prof`
 * @param fileArguments What the file finds in `process.argv` from 2 on
 * @param environment This process's by default
 */
export function startChild<Asked extends Answers>(
  file: string,
  execArguments: readonly string[] = [],
  fileArguments: readonly string[] = [],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Child<Asked> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), fileArguments, {
    execArgv: [...execArguments],
    env: { ...environment },
    // What the program says of itself is no result.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;

  child.on("message", (message: { id: number; answer?: unknown; failure?: string }) => {
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.failure === undefined) resolve?.(message.answer);
    else reject?.(new Error(`${file}: ${message.failure}`));
  });
  child.once("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended`));
  });

  async function ask(name: string, input: unknown): Promise<unknown> {
    const id = asked++;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    const timer = setTimeout(() => answer.reject(new Error(`${file}: no answer to ${name}`)), answerMs);
    child.send({ id, name, input });
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    ask: async (name, ...[input]) => (await ask(name, input)) as never,
    usage: async () => (await ask("usage", undefined)) as Usage,
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill("SIGKILL"), goodbyeMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
