import { signal, type ReadonlySignal } from "@preact/signals";
import type { ApiProblem } from "../../api/api-problem.ts";
import { asProblem } from "../../api/api-problem.ts";
import { retryWait } from "../../api/retry-wait.ts";
import type { ChosenFiles } from "./gather-files.ts";

/** Why a file was not uploaded: found here, before it was sent, or said by the service. */
export type Refusal = "empty_document" | "document_too_large" | "media" | "unopened" | ApiProblem;

/** How an upload ended: a new document, or new bytes for one that was there. */
export type Uploaded = "added" | "updated";

/** A file on its way to an agent. */
export interface Upload {
  readonly path: string;
  readonly bytes: number;
  readonly sent: number;
  /** `pausing`: the service has asked to wait. */
  readonly state: "queued" | "sending" | "pausing" | "added" | "updated" | "refused";
  /** Only of what was refused. */
  readonly refusal?: Refusal;
}

/** How far the uploads to an agent are. */
export interface UploadProgress {
  readonly uploads: readonly Upload[];
  /** Whether some are still to be sent. */
  readonly isRunning: boolean;
  /** How many have arrived; grows with every document that the service has accepted. */
  readonly arrived: number;
  /** Whether more was dropped than an agent can have. */
  readonly isCut: boolean;
}

/** Uploads to one agent, which continue while other pages of the console are shown. */
export interface UploadQueue {
  readonly progress: ReadonlySignal<UploadProgress>;
  readonly add: (chosen: ChosenFiles) => void;
  /** Tries again what was refused by the service, or did not reach it. */
  readonly retry: () => void;
  /** Drops what has not been sent. */
  readonly stop: () => void;
  /** Forgets what has ended. */
  readonly clear: () => void;
}

interface Queued {
  upload: Upload;
  readonly file: File | undefined;
}

/** The largest document that can be uploaded, in bytes. */
const maxBytes = 20 * 1024 * 1024;
/** How many files are sent at the same time. */
const maxSending = 3;
/** How often what is refused for a while is tried. */
const maxTries = 8;
/** Never documents: not sent in vain. */
const media = /^(?:image|video|audio)\//;
/** The same answer awaits all that follow. */
const finalCodes = ["documents_full", "session_ended", "sign_in_needed", "agent_not_found", "role_needed"];

/** Whether trying again may help: after a fault, a pause, another sign-in, or when others have been removed. */
export const mayRetry = ({ refusal }: Upload): boolean =>
  typeof refusal === "object" && (refusal.status >= 500 || [0, 401, 409, 429].includes(refusal.status));

/** What a queue needs from outside. */
export interface UploadParts {
  /** @throws ApiProblem */
  readonly upload: (
    document: { readonly path: string; readonly file: File },
    sending: { readonly onSent: (bytes: number) => void; readonly signal: AbortSignal },
  ) => Promise<Uploaded>;
  readonly wait: (ms: number) => Promise<void>;
}

/** Creates a queue of uploads to an agent. */
export function createUploadQueue({ upload, wait }: UploadParts): UploadQueue {
  let items: Queued[] = [];
  let isCut = false;
  let sending = 0;
  let arrived = 0;
  let stopped = new AbortController();
  /** When the service takes uploads again, if it has asked for a pause. */
  let pause: Promise<void> | undefined;
  const progress = signal<UploadProgress>({ uploads: [], isRunning: false, arrived, isCut });

  let isPublishing = false;
  /** The page draws at most ten times a second, however many files there are. */
  function publish(): void {
    if (isPublishing) return;
    isPublishing = true;
    void wait(100).then(publishNow);
  }
  function publishNow(): void {
    isPublishing = false;
    const uploads = items.map(({ upload }) => upload);
    const isRunning = uploads.some(({ state }) => ["queued", "sending", "pausing"].includes(state));
    progress.value = { uploads, isRunning, arrived, isCut };
  }

  function change(item: Queued, changes: Partial<Upload>): void {
    item.upload = { ...item.upload, ...changes };
    publish();
  }

  function sendNext(): void {
    const next = sending < maxSending ? items.find(({ upload }) => upload.state === "queued") : undefined;
    if (!next) return;
    sending += 1;
    void send(next).finally(() => {
      sending -= 1;
      sendNext();
    });
    sendNext();
  }

  async function send(item: Queued): Promise<void> {
    const { signal: until } = stopped;
    change(item, { state: "sending", sent: 0 });
    if (!item.file || !(await isReadable(item.file)))
      return change(item, { state: "refused", refusal: "unopened" });
    const { path } = item.upload;
    for (let tries = 1; ; tries += 1) {
      await pause;
      if (until.aborted) return;
      try {
        change(item, { state: "sending", sent: 0 });
        const onSent = (sent: number): void => change(item, { sent: Math.min(sent, item.upload.bytes) });
        const state = await upload({ path, file: item.file }, { onSent, signal: until });
        arrived += 1;
        return change(item, { state, sent: item.upload.bytes });
      } catch (thrown) {
        const refusal = asProblem(thrown);
        if (until.aborted) return;
        const isBusy = refusal.status === 429 || refusal.status === 503;
        if (!isBusy || tries >= maxTries) return refuse(item, refusal);
        change(item, { state: "pausing", sent: 0 });
        pause = wait(retryWait(tries, refusal.retryAfter));
      }
    }
  }

  function refuse(item: Queued, refusal: ApiProblem): void {
    change(item, { state: "refused", refusal, sent: 0 });
    if (!finalCodes.includes(refusal.code)) return;
    for (const each of items) if (each.upload.state === "queued") change(each, { state: "refused", refusal });
  }

  return {
    progress,
    add(chosen) {
      const paths = new Set(chosen.files.map(({ path }) => path));
      // What is dropped once more replaces its earlier try; a file that is being sent ends first.
      items = items.filter(({ upload }) => isBusy(upload) || !paths.has(upload.path));
      items.push(...chosen.files.map(({ path, file }) => ({ upload: firstState(path, file), file })));
      isCut = chosen.isCut;
      publishNow();
      sendNext();
    },
    retry() {
      for (const item of items)
        if (item.upload.state === "refused" && mayRetry(item.upload))
          item.upload = { path: item.upload.path, bytes: item.upload.bytes, sent: 0, state: "queued" };
      publishNow();
      sendNext();
    },
    stop() {
      stopped.abort();
      stopped = new AbortController();
      items = items.filter(({ upload }) => !isBusy(upload));
      publishNow();
    },
    clear() {
      items = items.filter(({ upload }) => isBusy(upload));
      isCut = false;
      publishNow();
    },
  };
}

const isBusy = ({ state }: Upload): boolean =>
  state === "queued" || state === "sending" || state === "pausing";

/** What can be said of a file without sending it. */
function firstState(path: string, file: File | undefined): Upload {
  const bytes = file?.size ?? 0;
  const refused = (refusal: Refusal): Upload => ({ path, bytes, sent: 0, state: "refused", refusal });
  if (!file) return refused("unopened");
  if (bytes === 0) return refused("empty_document");
  if (bytes > maxBytes) return refused("document_too_large");
  if (media.test(file.type)) return refused("media");
  return { path, bytes, sent: 0, state: "queued" };
}

/** A file that was moved, or that the person may not open, fails as a broken connection would: asked beforehand. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
