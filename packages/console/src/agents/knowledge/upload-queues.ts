import type { Api } from "../../api/create-api.ts";
import { uploadDocument } from "./upload-document.ts";
import { createUploadQueue, type UploadQueue } from "./upload-queue.ts";

const queues = new Map<string, UploadQueue>();

/** The queue of a person and an agent, which lasts as long as the document. */
export function uploadQueueOf(api: Api, person: string, agent: string): UploadQueue {
  const key = JSON.stringify([person, agent]);
  const found =
    queues.get(key) ??
    createUploadQueue({
      upload: (document, sending) => uploadDocument(api, { agent, ...document }, sending),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
  queues.set(key, found);
  return found;
}
