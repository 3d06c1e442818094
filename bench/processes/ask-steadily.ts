import { Agent, request } from "node:http";
import { answerParent } from "./answer-parent.ts";

/* A visitor who asks for something small at a steady pace, whether or not the last answer has come. */

/** What is asked for. */
interface SteadyAsk {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly everyMs: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 500 });
let waits: number[] = [];
let open = 0;
let timer: NodeJS.Timeout | undefined;

function ask({ port, path, headers }: SteadyAsk): void {
  const askedAt = performance.now();
  open++;
  const end = () => {
    open--;
    waits.push(performance.now() - askedAt);
  };
  request({ agent, host: "127.0.0.1", port, path, headers }, (response) => response.resume().on("end", end))
    .on("error", end)
    .end();
}

const answers = {
  begin(asked: SteadyAsk): void {
    waits = [];
    timer = setInterval(ask, asked.everyMs, asked);
  },
  /** Resolves to how long each answer took, in milliseconds, once all have come. */
  async end(): Promise<readonly number[]> {
    clearInterval(timer);
    while (open > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    return waits;
  },
};
/** What this visitor can be told to do. */
export type AskSteadilyAnswers = typeof answers;
answerParent(answers);
