import type { ToolImage } from "@servicechat/agent";
import { cleanText, paths, ServiceError } from "@servicechat/contract";
import type { ImageInfo } from "@servicechat/contract";
import type { UploadsDefinition } from "@servicechat/contract/agent-file";
import { ReadersBusy, type ReadableFile, type ReadText } from "@servicechat/knowledge";
import type { FileRecord, FileStore, NewFile } from "@servicechat/storage";
import { cleanName } from "./clean-name.ts";
import { detectType, startOfText, type UploadType } from "./detect-type.ts";
import { readImage } from "./read-image.ts";

/** What the files of one session may come to. */
const most = { files: 50, bytes: 50 * 1024 * 1024 };
/** Of one image that a tool made, in bytes. */
const mostImageBytes = 5 * 1024 * 1024;
/** Text kept of a file, in UTF-16 units. */
const mostText = 30_000;
/** What is looked at for it: characters that nobody sees are taken out first. */
const mostLookedAt = 4 * mostText;
/** As many characters take so many bytes at most. */
const mostTextBytes = 4 * mostLookedAt;
const mostAlt = 500;
/** How long a file waits for others to be read, in milliseconds; and the seconds after which it is worth sending again. */
const [patienceMs, busySeconds] = [20_000, 10];

interface Upload {
  readonly id: string;
  readonly name: string | undefined;
  readonly bytes: Uint8Array;
  /** The key it came with: visitors of one key wait for each other. */
  readonly keyId: string;
  readonly session: NewFile["session"];
  readonly uploads: UploadsDefinition;
}

/** Takes in files: nothing is kept whose content was not looked at. */
export interface FileKeeper {
  /**
   * Keeps what a visitor sent, with its text as far as that can be read.
   *
   * @throws ServiceError `unsupported_media_type`, `uploads_full`, `session_not_found`, `key_rejected`, and `key_busy`
   * when so many documents are to be read that nobody looked at this one
   */
  keepUpload(upload: Upload): Promise<FileRecord>;
  /** Keeps an image that a tool made. `undefined` when it is none, too large, or its session has no room for it. */
  keepImage(
    image: ToolImage & { readonly id: string; readonly sessionId: string },
  ): Promise<ImageInfo | undefined>;
}

interface Parts {
  readonly files: FileStore;
  readonly readDocument: ReadText;
  readonly nowMs: () => number;
}

/** Keeps files in the storage, in the rows of their sessions. */
export function createFileKeeper({ files, readDocument, nowMs }: Parts): FileKeeper {
  async function textOf(
    type: UploadType,
    file: Pick<ReadableFile, "name" | "bytes" | "owner">,
  ): Promise<string | null> {
    if (type.startsWith("image/")) return null;
    if (type.startsWith("text/")) return shortened(startOfText(file.bytes, mostTextBytes));
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
    async keepUpload({ id, bytes, keyId, session, uploads, ...upload }) {
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
        text: await textOf(type, { name, bytes, owner: keyId }),
        createdAt: nowMs(),
        sentAt: null,
      };
      const outcome = await files.add({ file: { ...file, bytes }, session, most });
      if (outcome === "full") throw new ServiceError("uploads_full");
      if (outcome === "gone") throw new ServiceError("session_not_found");
      if (outcome === "orphaned") throw new ServiceError("key_rejected");
      return file;
    },

    async keepImage({ id, sessionId, bytes, ...image }) {
      const facts = bytes.length <= mostImageBytes ? readImage(bytes) : undefined;
      if (!facts) return undefined;
      const { mediaType, width, height } = facts;
      const alt = cleanText(image.alt.replaceAll("\0", "")).slice(0, mostAlt).toWellFormed();
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
      const outcome = await files.add({ file, session: { id: sessionId }, most });
      return outcome === "added" ? { url: paths.images + id, alt, mediaType, width, height } : undefined;
    },
  };
}

const tooMany = "Too many documents are being read at the moment. Please try again.";

function shortened(text: string): string {
  const clean = cleanText(text.slice(0, mostLookedAt).replaceAll("\0", ""));
  if (clean.length <= mostText && text.length <= mostLookedAt) return clean;
  return `${clean.slice(0, mostText).toWellFormed()}\n(cut: the file says more)`;
}

function notAllowed(types: readonly string[]): ServiceError {
  return new ServiceError("unsupported_media_type", {
    detail: `file: its content is none of the types that can be sent here: ${types.join(", ")}`,
  });
}
