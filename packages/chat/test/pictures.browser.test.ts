import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advice, comparePictures, drawsAlike, noPictures } from "../../../test/support/compare-pictures.ts";
import { openPainter, type Painter } from "../gallery/open-painter.ts";
import { startGallery, type Gallery } from "../gallery/start-gallery.ts";
import { galleryStates } from "../gallery/states.ts";

const folder = join(import.meta.dirname, "pictures");
/** One of each kind of screen, and everything that is drawn nowhere else: the repository contains a picture of each. */
const names = [
  "bubble",
  "bubble-unread",
  "greeting",
  "in-the-page",
  "welcome",
  "starters-and-actions",
  "answered",
  "streaming",
  "thinking",
  "stopped",
  "failed",
  "truncated",
  "cited",
  "sources",
  "formulas",
  "image",
  "question-several",
  "form-errors",
  "confirm-details",
  "tool-failed-details",
  "uploading",
  "editing",
  "chat-menu",
  "past-chats",
  "person-awaited",
  "person-joined",
  "nobody-there",
  "feedback-comment",
  "offline-unsent",
  "unavailable",
];
const states = new Map(galleryStates.map((state) => [state.name, state]));
const looks = [
  { name: "light", look: "" },
  { name: "dark-arabic-320", look: "theme=dark&lang=ar&size=320" },
] as const;

describe.skipIf(noPictures)(`pictures of the gallery${noPictures ? ` (${noPictures})` : ""}`, () => {
  let gallery: Gallery;
  let painter: Painter;
  let isAlike: boolean;

  beforeAll(async () => {
    gallery = await startGallery();
    painter = await openPainter({ origin: gallery.origin, scale: 1 });
    await painter.page.goto(`${gallery.origin}/shop?only=bubble`);
    isAlike = await drawsAlike(painter.page, folder);
  });

  afterAll(async () => {
    await painter?.[Symbol.asyncDispose]();
    gallery?.[Symbol.dispose]();
  });

  test.for(looks)(
    "match those accepted with UPDATE_PICTURES=1: $name",
    { timeout: 600_000 },
    async ({ name: look, look: switches }, { skip }) => {
      skip(!isAlike, "letters are drawn otherwise on this machine");
      const draw = async (name: string) => {
        const state = states.get(name);
        if (!state) throw new Error(`There is no ${name}.`);
        return painter.draw(state, switches);
      };
      expect(await comparePictures(painter.page, { folder, look, names, draw }), advice).toEqual([]);
    },
  );
});
