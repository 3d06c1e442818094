/*
 * Shows every state of the chat in a browser, and again whenever its source changes:
 *   npm run gallery
 * Or saves a picture of each (or of those named), looking as the gallery's address says it:
 *   npm run gallery -- pictures "theme=dark&lang=ar&size=phone" question form
 */
import { watch } from "node:fs";
import { join } from "node:path";
import { savePictures } from "./save-pictures.ts";
import { startGallery } from "./start-gallery.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const [folder, look = "", ...names] = process.argv.slice(2);

say("Building the chat ...");
using gallery = await startGallery({
  port: folder === undefined ? Number(process.env["PORT"] ?? 4173) : 0,
});
if (folder === undefined) {
  say(`The gallery is at ${gallery.origin}/ and follows what you change. Ctrl+C ends it.`);
  await followChanges();
} else {
  await savePictures({ origin: gallery.origin, folder, look, names, report: say });
  say(`The pictures are in ${folder}.`);
}
process.exit();

async function followChanges(): Promise<void> {
  let waiting: NodeJS.Timeout | undefined;
  for (const source of ["../src", "../../client/src", "../../contract/src", "."]) {
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
