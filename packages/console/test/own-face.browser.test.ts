import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { drawnFace, faceScene } from "../gallery/face-states.ts";
import { says } from "../gallery/scene.ts";
import { startFakeConsole } from "../gallery/start-fake-console.ts";
import { sceneFor } from "../gallery/states.ts";

describe.skipIf(noChromium)(`a person's picture${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is made small and free of what a camera notes, is shown at once, and can be removed", async () => {
    const sent: string[] = [];
    using fake = await startFakeConsole(() => ({
      ...sceneFor("sign-in"),
      ...faceScene,
      "GET faces": says({ items: [] }),
      "PUT me/face": ({ body }) => {
        sent.push((body as { readonly data: string }).data);
        return says({ revision: "f2" });
      },
      "DELETE me/face": says(undefined, 204),
    }));
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ locale: "en-GB" });
      await page.goto(`${fake.originOf("sign-in")}/console/settings/sign-in`);
      const faces = page.locator("img.name-avatar");
      await page.getByText("Add a picture").waitFor();
      expect(await faces.count()).toBe(0);

      const field = page.locator(".own-face input[type=file]");
      await field.setInputFiles({ name: "a.txt", mimeType: "image/png", buffer: Buffer.from("no image") });
      await page.getByText("This file could not be read as an image.").waitFor();
      expect(sent).toEqual([]);

      await field.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: drawnFace(900) });
      await page.getByText("Change the picture").waitFor();
      const jpeg = Buffer.from(sent[0] ?? "", "base64");
      expect([jpeg.toString("hex", 0, 3), jpeg.includes("Exif"), jpeg.length < 32 * 1024]).toEqual([
        "ffd8ff",
        false,
        true,
      ]);
      const frame = jpeg.indexOf(Buffer.from("ffc0", "hex"));
      expect([jpeg.readUInt16BE(frame + 5), jpeg.readUInt16BE(frame + 7)]).toEqual([128, 128]);
      // Beside the field, and in the menu.
      await expect.poll(() => faces.count()).toBe(2);
      await expect
        .poll(() =>
          faces.evaluateAll((all) =>
            all.every((each) => (each as unknown as { naturalWidth: number }).naturalWidth > 0),
          ),
        )
        .toBe(true);

      await page.getByRole("button", { name: "Remove it" }).click();
      await page.getByText("Add a picture").waitFor();
      expect(await faces.count()).toBe(0);
    } finally {
      await browser.close();
    }
  });
});
