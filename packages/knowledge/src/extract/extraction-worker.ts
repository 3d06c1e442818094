import { parentPort } from "node:worker_threads";
import { extractDocument, type ExtractedDocument, type RawDocument } from "./extract-document.ts";
import { ReadingFault } from "./reading-fault.ts";

/** What the worker answers to each document it is given, in order. */
export type ExtractionAnswer = { readonly extracted: ExtractedDocument } | { readonly fault: string };

async function answer(document: RawDocument): Promise<ExtractionAnswer> {
  try {
    return { extracted: await extractDocument(document) };
  } catch (error) {
    if (error instanceof ReadingFault) return { fault: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    return { fault: `The file could not be read: ${reason}` };
  }
}

parentPort?.on("message", (document: RawDocument) => {
  void answer(document).then((answered) => parentPort?.postMessage(answered));
});
