import type { Trace } from "@servicechat/agent";
import type { Log } from "../dependencies.ts";
import type { RequestSpan, Tracing } from "./tracing.ts";

/**
 * Logs, at `debug`, how each request was answered and what each reply did: like spans, for operators without a tracing
 * system.
 *
 * @param tracing creates spans too; absent: nothing does
 */
export function logSteps(log: Log, tracing: Tracing | undefined): Tracing {
  return {
    request(requestContext, door): RequestSpan {
      const { request, response, requestId } = requestContext;
      const span = tracing?.request(requestContext, door);
      const beganAt = performance.now();
      let failure: string | undefined;
      response.once("close", () => {
        const answer = response.headersSent ? { status: response.statusCode } : {};
        const told = { requestId, method: request.method, door, ...answer, code: failure };
        log.debug({ ...told, ms: msSince(beganAt) }, "a request was answered");
      });
      return {
        ids: span?.ids,
        run: (work) => (span ? span.run(work) : work()),
        fail(code) {
          failure = code;
          span?.fail(code);
        },
      };
    },

    reply(reply, askedBy) {
      const { requestId, replyId, agent } = reply;
      const span = tracing?.reply(reply, askedBy);
      const ids = { requestId, replyId };
      const beganAt = performance.now();
      log.debug({ ...ids, agentId: agent.definition.id }, "a reply begins");
      return {
        run: (work) => (span ? span.run(work) : work()),
        trace: stepsTold(log, ids, span?.trace),
        end({ status, failure }) {
          const told = { ...ids, status, ...(failure && { code: failure }) };
          log.debug({ ...told, ms: msSince(beganAt) }, "a reply ended");
          span?.end({ status, failure });
        },
      };
    },
  };
}

function stepsTold(log: Log, ids: object, trace: Trace | undefined): Trace {
  return {
    step(step, work) {
      const { name, attributes } = step;
      const beganAt = performance.now();
      const told = { ...ids, step: name, ...attributes };
      const run: typeof work = async (span) => {
        try {
          return await work({
            set(more) {
              Object.assign(told, more);
              span.set(more);
            },
            // Events on the way, such as a retry, are logged at `warn`.
            note: (event, more) => span.note(event, more),
            fail(errorType) {
              Object.assign(told, { "error.type": errorType });
              span.fail(errorType);
            },
          });
        } finally {
          log.debug({ ...told, ms: msSince(beganAt) }, "a step of a reply ended");
        }
      };
      return trace ? trace.step(step, run) : run(untraced);
    },
  };
}

const untraced = { set: () => undefined, note: () => undefined, fail: () => undefined };

const msSince = (startedAt: number): number => Math.round(performance.now() - startedAt);
