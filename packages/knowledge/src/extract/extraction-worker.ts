import { parentPort } from "node:worker_threads";
import { extractDocument, type ExtractedDocument, type RawDocument } from "./extract-document.ts";
import { parseSitemap, type Sitemap } from "./parse-sitemap.ts";
import { ReadingFault } from "./reading-fault.ts";

/** What the worker can be asked for. */
export type ExtractionTask = { readonly document: RawDocument } | { readonly sitemap: Uint8Array };

/** What the worker answers to each task it is given, in order. */
export type ExtractionAnswer = { readonly result: ExtractedDocument | Sitemap } | { readonly fault: string };

async function answer(task: ExtractionTask): Promise<ExtractionAnswer> {
  try {
    return { result: "document" in task ? await extractDocument(task.document) : parseSitemap(task.sitemap) };
  } catch (error) {
    if (error instanceof ReadingFault) return { fault: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    return { fault: `The file could not be read: ${reason}` };
  }
}

parentPort?.on("message", (task: ExtractionTask) => {
  void answer(task).then((answered) => parentPort?.postMessage(answered));
});
