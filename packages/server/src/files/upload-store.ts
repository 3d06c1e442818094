import type { ToolImage } from "@servicechat/agent";
import { cleanText, paths, ServiceError } from "@servicechat/contract";
import type { ImageInfo } from "@servicechat/contract";
import type { UploadsDefinition } from "@servicechat/contract/agent-file";
import type { RequestCounter } from "@servicechat/coordination";
import { ReadersBusy, type ReadableFile, type ReadText } from "@servicechat/knowledge";
import type { FileRecord, FileStore, NewFile } from "@servicechat/storage";
import { secondsUntilReset } from "../seconds-until-reset.ts";
import { cleanName } from "./clean-name.ts";
import { detectType, startOfText, type UploadType } from "./detect-type.ts";
import { readImage } from "./read-image.ts";

/** The limits for the files of one session. */
const max = { files: 50, bytes: 50 * 1024 * 1024 };
/** Of one image that a tool made, in bytes. */
const maxImageBytes = 5 * 1024 * 1024;
/** Text kept of a file, in UTF-16 units. */
const maxText = 30_000;
/** The maximum length to examine: invisible characters are removed first. */
const maxScanned = 4 * maxText;
/** The most bytes that this many characters can take. */
const maxTextBytes = 4 * maxScanned;
const maxAlt = 500;
/** How long a file waits for others to be read, in milliseconds; and the seconds after which it is worth sending again. */
const [patienceMs, busySeconds] = [20_000, 10];
/** Documents that are read for one address in a minute: some take seconds of a processor. */
const maxDocuments = 10;
/** Seconds after which to send a file again if there is no space for it. */
const crowdedSeconds = 600;

interface Upload {
  readonly id: string;
  readonly name: string | undefined;
  readonly bytes: Uint8Array;
  /** The key it came with: visitors of one key wait for each other. */
  readonly keyId: string;
  /** Stands for the visitor's address. */
  readonly address: string;
  readonly session: NewFile["session"];
  readonly uploads: UploadsDefinition;
}

/** Takes in files: nothing is kept whose content was not looked at. */
export interface UploadStore {
  /**
   * Stores a visitor's file, with its text as far as that can be read.
   *
   * @throws ServiceError `unsupported_media_type`, `uploads_full`, `session_not_found`, `key_rejected`,
   *   `storage_unavailable` if the disk is nearly full, and `key_busy` if too many files wait for a message already, or
   *   if too many documents are waiting to be read, of this address or in all
   */
  keepUpload(upload: Upload): Promise<FileRecord>;
  /** Keeps an image that a tool made. `undefined` when it is none, too large, or its session has no room for it. */
  keepImage(
    image: ToolImage & { readonly id: string; readonly sessionId: string },
  ): Promise<ImageInfo | undefined>;
}

interface Dependencies {
  readonly files: FileStore;
  readonly readDocument: ReadText;
  /** Counts the documents of each address. */
  readonly counter: Pick<RequestCounter, "count">;
  readonly nowMs: () => number;
  /** The maximum size of one key's files that no message has claimed, in bytes. */
  readonly roomBytes?: number;
}

/** Keeps files in the storage, in the rows of their sessions. */
export function createUploadStore({
  files,
  readDocument,
  counter,
  nowMs,
  roomBytes = 256 * 1024 * 1024,
}: Dependencies): UploadStore {
  async function countDocument(address: string): Promise<void> {
    const count = await counter.count(`documents ${address}`, maxDocuments);
    if (count.accepted) return;
    throw new ServiceError("key_busy", { detail: tooManyOfAddress, retryAfter: secondsUntilReset(count) });
  }

  async function textOf(type: UploadType, file: Omit<ReadableFile, "kind">): Promise<string | null> {
    if (type.startsWith("image/")) return null;
    if (type.startsWith("text/")) return shortened(startOfText(file.bytes, maxTextBytes));
    await countDocument(file.address);
    const kind = type === "application/pdf" ? "pdf" : "docx";
    try {
      const text = await readDocument({ kind, ...file }, AbortSignal.timeout(patienceMs));
      return text === undefined ? null : shortened(text);
    } catch (error) {
      if (!(error instanceof ReadersBusy)) throw error;
      throw new ServiceError("key_busy", { detail: tooMany, retryAfter: busySeconds });
    }
  }

  return {
    async keepUpload({ id, bytes, keyId, address, session, uploads, ...upload }) {
      const name = cleanName(upload.name);
      const detected = detectType(bytes, name);
      if (!detected || !uploads.types.includes(detected.type)) throw notAllowed(uploads.types);
      const { type, image } = detected;
      const file = {
        id,
        kind: "upload" as const,
        name,
        mediaType: type,
        size: bytes.length,
        width: image?.width ?? null,
        height: image?.height ?? null,
        alt: "",
        text: await textOf(type, { name, bytes, owner: keyId, address }),
        createdAt: nowMs(),
        sentAt: null,
      };
      const room = { keyId, address, maxOfKey: roomBytes, maxOfAddress: roomBytes / 4 };
      const outcome = await files.add({ file: { ...file, bytes }, session, max, room });
      if (outcome.kind === "session_full") throw new ServiceError("uploads_full");
      if (outcome.kind === "unsent_uploads_full")
        throw new ServiceError("key_busy", { detail: tooManyUnsent, retryAfter: crowdedSeconds });
      if (outcome.kind === "disk_full")
        throw new ServiceError("storage_unavailable", { detail: noDisk, retryAfter: crowdedSeconds });
      if (outcome.kind === "session_erased") throw new ServiceError("session_not_found");
      if (outcome.kind === "agent_removed") throw new ServiceError("key_rejected");
      return file;
    },

    async keepImage({ id, sessionId, bytes, ...image }) {
      const facts = bytes.length <= maxImageBytes ? readImage(bytes) : undefined;
      if (!facts) return undefined;
      const { mediaType, width, height } = facts;
      const alt = cleanText(image.alt.replaceAll("\0", "")).slice(0, maxAlt).toWellFormed();
      const at = nowMs();
      const known = {
        id,
        kind: "image" as const,
        name: "",
        mediaType,
        size: bytes.length,
        width,
        height,
        alt,
      };
      const file = { ...known, text: null, createdAt: at, sentAt: at, bytes };
      const outcome = await files.add({ file, session: { id: sessionId }, max });
      return outcome.kind === "added" ? { url: paths.images + id, alt, mediaType, width, height } : undefined;
    },
  };
}

const tooManyUnsent =
  "Too many files are waiting to be sent with a message. Please send those, or try again later.";
const noDisk = "Files cannot be stored at the moment. You can still send messages.";
const tooManyOfAddress = "Your network has sent too many documents. Please try again in a minute.";
const tooMany = "Too many documents are being read at the moment. Please try again.";

function shortened(text: string): string {
  const clean = cleanText(text.slice(0, maxScanned).replaceAll("\0", ""));
  if (clean.length <= maxText && text.length <= maxScanned) return clean;
  return `${clean.slice(0, maxText).toWellFormed()}\n(cut: the file says more)`;
}

function notAllowed(types: readonly string[]): ServiceError {
  return new ServiceError("unsupported_media_type", {
    detail: `file: its content must be one of the accepted types: ${types.join(", ")}`,
  });
}
