/*
 * Shows every state of the chat in a browser, and again whenever its source changes:
 *   npm run gallery
 * Or saves a picture of each (or of those named), with the same query as the gallery's address:
 *   npm run gallery -- pictures "theme=dark&lang=ar&size=phone" question form
 * Or redraws the sheets of docs/gallery.md:
 *   npm run gallery -- --sheets docs/images/gallery
 */
import { watch } from "node:fs";
import { join } from "node:path";
import { savePictures } from "./save-pictures.ts";
import { saveSheets } from "./save-sheets.ts";
import { startGallery } from "./start-gallery.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const asked = process.argv.slice(2);
const isForSheets = asked[0] === "--sheets";
const [folder, look = "", ...names] = isForSheets ? asked.slice(1) : asked;

say("Building the chat ...");
using gallery = await startGallery({
  port: folder === undefined ? Number(process.env["PORT"] ?? 4173) : 0,
});
if (folder === undefined) {
  say(`The gallery is at ${gallery.origin}/ and follows what you change. Ctrl+C ends it.`);
  await followChanges();
} else {
  if (isForSheets) await saveSheets({ origin: gallery.origin, folder });
  else await savePictures({ origin: gallery.origin, folder, look, names, report: say });
  say(`The pictures are in ${folder}.`);
}
process.exit();

async function followChanges(): Promise<void> {
  let waiting: NodeJS.Timeout | undefined;
  for (const source of ["../src", "../../launcher/src", "../../client/src", "../../contract/src", "."]) {
    watch(join(import.meta.dirname, source), { recursive: true }, () => {
      clearTimeout(waiting);
      waiting = setTimeout(renew, 100);
    });
  }
  await new Promise((resolve) => process.once("SIGINT", resolve));
}

function renew(): void {
  gallery.renew().then(
    () => say(`Built again at ${new Date().toLocaleTimeString()}.`),
    (error: unknown) => say(`It cannot be built: ${String(error)}`),
  );
}
