import { deflateSync } from "node:zlib";

/** A small PDF with the lines of each page; with `encrypted` it asks for a password that nobody knows. */
export function makePdf({
  title,
  pages,
  encrypted = false,
}: {
  readonly title: string;
  readonly pages: readonly string[];
  readonly encrypted?: boolean;
}): Uint8Array {
  const first = 6;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(" ");
  const secret = "00".repeat(32);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Title (${title}) >>`,
    `<< /Filter /Standard /V 1 /R 2 /P -44 /O <${secret}> /U <${secret}> >>`,
    ...pages.flatMap((text, index) => {
      const lines = text.split("\n").map((line) => `(${line}) Tj`);
      const stream = text ? `BT /F1 12 Tf 20 180 Td ${lines.join(" 0 -18 Td ")} ET` : "";
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents ${first + index * 2 + 1} 0 R` +
          " /Resources << /Font << /F1 3 0 R >> >> >>",
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const lock = encrypted ? ` /Encrypt 5 0 R /ID [<${secret}> <${secret}>]` : "";
  const count = objects.length + 1;
  return new TextEncoder().encode(
    `${file}xref\n0 ${count}\n0000000000 65535 f \n${table}` +
      `trailer\n<< /Size ${count} /Root 1 0 R /Info 4 0 R${lock} >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

/** A PDF of a kilobyte or so: what its one page draws, in the font F1, is packed twice. */
export function makePackedPdf(content: Uint8Array): Uint8Array {
  const stream = deflateSync(deflateSync(content));
  const font = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>";
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents 4 0 R /Resources ${font} >>`;
  return Buffer.concat([
    Buffer.from(
      "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n" +
        `2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n${page}\nendobj\n` +
        `4 0 obj\n<< /Length ${stream.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`,
    ),
    stream,
    Buffer.from("\nendstream\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n"),
  ]);
}
