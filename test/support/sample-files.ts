import { crc32, deflateRawSync } from "node:zlib";

/** The beginning of a PNG of this size: as much of it as is read here, and a word to find it by. */
export function png({ width = 3, height = 2, word = "" } = {}): Buffer {
  const head = Buffer.alloc(33);
  head.write("\x89PNG\r\n\x1a\n", "latin1");
  head.writeUInt32BE(13, 8);
  head.write("IHDR", 12, "latin1");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.set([8, 2], 24);
  return Buffer.concat([head, Buffer.from(word)]);
}

export function gif(width = 3, height = 2): Buffer {
  const head = Buffer.alloc(13);
  head.write("GIF89a", "latin1");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
}

/** With a segment before the frame, as cameras write them. */
export function jpeg(width = 3, height = 2): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 6, 0xff, 0xc0, 1, 2]), frame]);
}

/** The three kinds of WebP: lossy, lossless, and extended. */
export function webp(kind: "VP8 " | "VP8L" | "VP8X", width = 3, height = 2): Buffer {
  const head = Buffer.alloc(40);
  head.write("RIFF", 0, "latin1");
  head.write(`WEBP${kind}`, 8, "latin1");
  if (kind === "VP8 ") {
    head.writeUInt16LE(width, 26);
    head.writeUInt16LE(height, 28);
  } else if (kind === "VP8L") {
    head[20] = 0x2f;
    head.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    head.writeUIntLE(width - 1, 24, 3);
    head.writeUIntLE(height - 1, 27, 3);
  }
  return head;
}

/** One file of an archive; `says` is a false size. */
interface ZipFile {
  readonly name: string;
  readonly content: string;
  readonly says?: number;
}

/** A compressed ZIP archive. */
export function zip(files: readonly ZipFile[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, says = Buffer.byteLength(content) } of files) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.set([20, 0, 0, 0, 8, 0], 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(says, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const own = [Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed];
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), common, place, Buffer.from(name));
    bodies.push(...own);
    at += Buffer.concat(own).length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, entries, end]);
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageSchema = "http://schemas.openxmlformats.org/package/2006";
const wordSchema = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const mainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/** A Word document of these paragraphs; those that start with `# ` or `## ` are headings. */
export const docx = (...paragraphs: readonly string[]): Buffer => zip(docxFiles(...paragraphs));

/** The files that such a document consists of. */
export function docxFiles(...paragraphs: readonly string[]): readonly ZipFile[] {
  const body = paragraphs.map((paragraph) => {
    const [, marks = "", text = ""] = /^(?:(#{1,2}) )?(.*)$/.exec(paragraph) ?? [];
    const style = marks === "" ? "" : `<w:pPr><w:pStyle w:val="Heading${marks.length}"/></w:pPr>`;
    return `<w:p>${style}<w:r><w:t>${text}</w:t></w:r></w:p>`;
  });
  return [
    {
      name: "[Content_Types].xml",
      content: `<Types xmlns="${packageSchema}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    },
    {
      name: "_rels/.rels",
      content: `<Relationships xmlns="${packageSchema}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: "word/document.xml",
      content: `<w:document xmlns:w="${wordSchema}"><w:body>${body.join("")}</w:body></w:document>`,
    },
  ];
}
