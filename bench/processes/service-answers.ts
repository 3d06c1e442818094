import { isMainThread } from "node:worker_threads";
import { answerParent } from "./answer-parent.ts";
import { createLoopWatch } from "./loop-watch.ts";

/* Loaded before the program, which is `servicechat serve` as it is shipped: answers the bench about its process. */

const loop = createLoopWatch();
const answers = {
  port: () => Number(process.env["PORT"]),
  /** The processor time so far, without the garbage collection of `usage`. */
  processorMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  watchLoop: () => loop.start(),
  longestBlock: () => loop.stop(),
};
/** What the service's process can be asked. */
export type ServiceAnswers = typeof answers;

if (isMainThread) answerParent(answers);
