/** The properties of an image, from its first bytes. */
export interface ImageFacts {
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** The largest side of an image, in pixels: a few bytes could ask a browser for gigabytes of them. */
const maxSide = 16_384;

/** Reads an image's header: PNG, JPEG, WebP or GIF. `undefined` when it is none of these, damaged, or too large to draw. */
export function readImage(bytes: Uint8Array): ImageFacts | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const facts = readPng(data) ?? readGif(data) ?? readWebp(data) ?? readJpeg(data);
  if (!facts) return undefined;
  const isDrawable = [facts.width, facts.height].every((side) => side >= 1 && side <= maxSide);
  return isDrawable ? facts : undefined;
}

function readPng(data: Buffer): ImageFacts | undefined {
  const isPng = data.length >= 33 && data.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n";
  if (!isPng || data.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { mediaType: "image/png", width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
}

function readGif(data: Buffer): ImageFacts | undefined {
  if (data.length < 13 || !/^GIF8[79]a$/.test(data.toString("latin1", 0, 6))) return undefined;
  return { mediaType: "image/gif", width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
}

function readWebp(data: Buffer): ImageFacts | undefined {
  const mark = data.length >= 30 ? data.toString("latin1", 0, 4) + data.toString("latin1", 8, 16) : "";
  const mediaType = "image/webp";
  switch (mark) {
    case "RIFFWEBPVP8 ":
      return { mediaType, width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
    case "RIFFWEBPVP8L": {
      const sides = data.readUInt32LE(21);
      return { mediaType, width: (sides & 0x3fff) + 1, height: ((sides >> 14) & 0x3fff) + 1 };
    }
    case "RIFFWEBPVP8X":
      return { mediaType, width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** Segments and fill bytes before the frame of a JPEG; cameras write some dozens. */
const maxSegments = 10_000;

/** Goes from segment to segment to the one that begins a frame: it says how large that is. */
function readJpeg(data: Buffer): ImageFacts | undefined {
  if (data.length < 4 || data.readUIntBE(0, 3) !== 0xffd8ff) return undefined;
  let at = 2;
  for (let count = 0; count < maxSegments && at + 9 <= data.length && data[at] === 0xff; count++) {
    const marker = data[at + 1] ?? 0;
    if (isFrame(marker)) {
      return { mediaType: "image/jpeg", width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) };
    }
    // Any number of 0xff may precede a marker.
    at += marker === 0xff ? 1 : 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15; among their numbers are three that mean other things. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
