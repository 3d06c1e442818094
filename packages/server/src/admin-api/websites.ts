import type { PreviewLine, SyncProgress } from "@servicechat/contract/admin";
import { previewWebsiteSchema, syncProgressSchema } from "@servicechat/contract/admin-schemas";
import { ServiceError } from "@servicechat/contract";
import type { Actor, SyncProgress as StoredProgress } from "@servicechat/operations";
import { z } from "zod";
import { untilClosed } from "../response/until-closed.ts";
import { createLineWriter, progressType } from "./progress.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute, sent } from "./route.ts";
import { timeOf } from "./times.ts";

/** Previews that a person may have at a time, and all together on a node: each has a process that reads pages. */
const maxOfPerson = 2;
const maxOfNode = 8;

/** How many previews each person has open, on this node. */
const previewing = new Map<string, number>();

/** POST knowledge/preview */
export const previewWebsite = roleRoute("editor", {
  summary:
    "Read a website as an agent would, and store nothing: a line for each page as it is read, then how it went",
  body: previewWebsiteSchema,
  downloads: [progressType],
  fails: ["rate_limited"],
  handle: async ({ context, admin, admission: { actor }, body: { source } }) => {
    const { operations } = admin;
    using _place = takePlace(actor);
    const signal = untilClosed(context);
    const { begin, write } = createLineWriter(context);
    // The client knows at once that it was admitted.
    begin();
    try {
      const onPage = (page: Extract<PreviewLine, { page: unknown }>["page"]) =>
        write({ page } satisfies PreviewLine);
      const end = resultOrThrow(await operations.knowledge.preview(actor, { source, onPage, signal }));
      write({ end } satisfies PreviewLine);
      context.response.end();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return sent;
  },
});

/** Counts a preview until it ends. @throws ServiceError `rate_limited` if there are too many */
function takePlace({ person, id, kind }: Actor): Disposable {
  const who = person?.id ?? id ?? kind;
  const count = previewing.get(who) ?? 0;
  const all = [...previewing.values()].reduce((sum, each) => sum + each, 0);
  if (count >= maxOfPerson)
    throw new ServiceError("rate_limited", {
      detail: "You are already looking at two websites. Wait until one of them has been read.",
      retryAfter: 5,
    });
  if (all >= maxOfNode)
    throw new ServiceError("rate_limited", {
      detail: "Too many websites are being looked at. Try again in a moment.",
      retryAfter: 5,
    });
  previewing.set(who, count + 1);
  return {
    [Symbol.dispose]() {
      const left = (previewing.get(who) ?? 1) - 1;
      if (left > 0) previewing.set(who, left);
      else previewing.delete(who);
    },
  };
}

const agentIn = (params: Readonly<Record<string, string>>) => ({ agent: params["id"] ?? "" });

/** GET agents/{id}/knowledge/sync */
export const readSyncProgress = roleRoute("viewer", {
  summary: "How far the reading of an agent's sources is, and what the last one did",
  answer: syncProgressSchema,
  handle: async ({ admin, admission: { actor }, params }) =>
    answer(progressView(resultOrThrow(await admin.operations.knowledge.progress(actor, agentIn(params))))),
});

/** POST agents/{id}/knowledge/sync/stop */
export const stopSync = roleRoute("editor", {
  summary: "Stop the reading of an agent's sources, on whatever node. What was read stays",
  body: z.object({}),
  mayLackBody: true,
  answer: syncProgressSchema,
  handle: async ({ admin, admission: { actor }, params }) =>
    answer(progressView(resultOrThrow(await admin.operations.knowledge.stop(actor, agentIn(params))))),
});

function progressView(progress: StoredProgress): SyncProgress {
  const { running, source, done, total, lastResult } = progress;
  const time = (at: number | null) => (at === null ? null : timeOf(at));
  return {
    running,
    startedAt: time(progress.startedAt),
    source,
    done,
    total,
    lastFinishedAt: time(progress.lastFinishedAt),
    lastResult: lastResult && { ...lastResult },
    nextAt: time(progress.nextAt),
  };
}
