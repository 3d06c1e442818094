import { createInterface } from "node:readline/promises";
import { Readable } from "node:stream";
import { adminProblemSchema } from "@servicechat/contract/admin-schemas";
import { z } from "zod";
import { AdminProblem } from "./admin-problem.ts";

type OnStep = (step: { readonly done: number; readonly total: number }) => void;

/**
 * Listeners for steps, by name. Steps without a listener are ignored, since other versions of the service have others.
 */
export type StepListeners = Readonly<Record<string, OnStep | undefined>>;

const lineSchema = z.union([
  z.object({ step: z.string(), done: z.number(), total: z.number() }),
  z.object({ problem: adminProblemSchema.loose() }),
  z.object({ result: z.unknown() }),
]);

/**
 * Reads a response that reports progress, one line for each step.
 *
 * @returns the result of the work; `undefined` if the response ends without one
 * @throws AdminProblem if the service refused halfway
 */
export async function readSteps(response: Response, listeners: StepListeners): Promise<unknown> {
  const body = response.body ? Readable.from(response.body) : Readable.from([]);
  for await (const text of createInterface({ input: body })) {
    const line = lineSchema.safeParse(JSON.parse(text));
    if (!line.success) continue;
    const { data } = line;
    if ("problem" in data) throw new AdminProblem(data.problem);
    if ("result" in data) return data.result;
    if (Object.hasOwn(listeners, data.step)) listeners[data.step]?.(data);
  }
  return undefined;
}
