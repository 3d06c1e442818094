import type { Answer } from "./ask.ts";
import { ok, problem, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** The way an answer was passed on cannot be judged if it took less than this, in milliseconds. */
const tellingMs = 100;
/** Chunks that arrive this close together, in milliseconds, left the proxy as one. */
const togetherMs = 5;

/**
 * Whether a streamed answer arrived while it was written. The service sends `start` as soon as it has the question, so
 * the first chunk must arrive long before the end, followed by about as many as there are events.
 *
 * @param nearMs the duration of a request without any work, including connecting, in milliseconds
 */
export function judgeArrival(
  check: string,
  { body, pieces, endedAt }: Pick<Answer, "body" | "pieces" | "endedAt">,
  nearMs: number,
): Finding {
  const events = body.match(/^event: .+$/gm) ?? [];
  const last = events.at(-1);
  const failed = last !== "event: done";
  const first = Math.round(pieces[0]?.at ?? endedAt);
  const end = Math.round(endedAt);
  const bursts = pieces.filter(
    ({ at }, index) => at - (pieces[index - 1]?.at ?? -Infinity) > togetherMs,
  ).length;
  const detail = `the first of ${bursts} pieces arrived after ${first} ms, the last after ${end} ms`;
  const writtenMs = endedAt - nearMs;

  if (writtenMs < tellingMs) {
    const advice =
      "specify a key whose agent gives long answers: doctor --key ak_... --origin https://shop.example";
    return warning(check, `the answer ended too soon to tell (${end} ms)`, advice);
  }
  // A late start alone may be a busy machine; text that was held back arrives all at once.
  if (endedAt - first < writtenMs / 2 && bursts * 2 < events.length)
    return problem(check, `${detail}: it was held back`, mend);
  // A few events may share a chunk by chance; if most of them do, something buffers them.
  if (bursts * 4 < events.length)
    return warning(check, `${detail}, for ${events.length} events: it arrives in bursts`, mend);
  if (failed) {
    const advice = "the lines about agents, or the service's log, say why";
    return warning(check, `${detail}; but the answer failed`, advice);
  }
  return ok(check, detail);
}

const mend = "turn off response buffering and compression in the proxy (docs/deploying.md)";
