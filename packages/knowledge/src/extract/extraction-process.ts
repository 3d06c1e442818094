import { Worker } from "node:worker_threads";
import { codeCache } from "../code-cache.ts";
import type { ExtractedDocument, RawDocument } from "./extract-document.ts";
import type { GuardNews, Guarded } from "./extraction-guard.ts";
import type { PageTags, RawPage } from "./extract-tags.ts";
import type { Sitemap } from "./parse-sitemap.ts";
import { ReadingError } from "./reading-error.ts";

/** A task for the process. */
export type ExtractionTask =
  | { readonly document: RawDocument }
  | { readonly sitemap: Uint8Array }
  | { readonly page: RawPage };

/** The process's answer to each task, in order. */
export type ExtractionAnswer =
  | { readonly result: ExtractedDocument | PageTags | Sitemap }
  | { readonly fault: string };

// A terminal and systemd send these to every process of a service, which still waits for what is being read.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());

const guarded: Guarded = {
  maxMegabytes: Number(process.argv[2]),
  maxSeconds: Number(process.argv[3]),
  parentId: Number(process.argv[4]),
};
const guard = new Worker(new URL("./extraction-guard.ts", import.meta.url), {
  env: codeCache(),
  workerData: guarded,
});
guard.unref();
const notifyGuard = (news: GuardNews) => guard.postMessage(news);

process.on("message", (task: ExtractionTask) => {
  notifyGuard("begun");
  void answer(task).then((answered) => {
    notifyGuard("ended");
    process.send?.(answered);
  });
});

async function answer(task: ExtractionTask): Promise<ExtractionAnswer> {
  try {
    if ("document" in task) return { result: await readDocument(task.document) };
    if ("sitemap" in task) return { result: await readSitemap(task.sitemap) };
    return { result: (await import("./extract-tags.ts")).extractTags(task.page) };
  } catch (error) {
    if (error instanceof ReadingError) return { fault: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    return { fault: `The file could not be read: ${reason}` };
  }
}

/** The PDF reader requires its own bytes, and not a `Buffer`, which the channel may return. */
async function readDocument(document: RawDocument): Promise<ExtractedDocument> {
  const { extractDocument } = await import("./extract-document.ts");
  return extractDocument({ ...document, bytes: new Uint8Array(document.bytes) });
}

async function readSitemap(bytes: Uint8Array): Promise<Sitemap> {
  return (await import("./parse-sitemap.ts")).parseSitemap(bytes);
}
