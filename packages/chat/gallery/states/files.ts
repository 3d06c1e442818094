import { done, said } from "../recordings.ts";
import type { GalleryGroup, HandFile } from "../state.ts";

const uploads = {
  types: ["image/png", "image/jpeg", "application/pdf", "text/plain"],
  maxBytes: 200_000,
} as const;
const lamp: HandFile = { name: "the lamp as it arrived.png", type: "image/png", content: "picture" };
const bill: HandFile = {
  name: "a very long name of an invoice from the shop, November 2026.pdf",
  type: "application/pdf",
  content: 90_000,
};

export const files: GalleryGroup = {
  title: "Files",
  states: [
    {
      name: "attached",
      title: "Files for the next message.",
      scene: { uploads },
      act: (hand) => hand.choose(lamp, bill),
      shows: ".chip + .chip:not(:has(progress))",
    },
    {
      name: "uploading",
      title: "A file on its way.",
      scene: { uploads, silent: ["/chat-bot/uploads"] },
      act: (hand) => hand.choose(bill),
      shows: ".chip progress",
    },
    {
      name: "upload-refused",
      title: "A kind that is not taken, a file that is too large, one that the service refused.",
      scene: {
        uploads,
        refuse: {
          path: "/chat-bot/uploads",
          status: 409,
          code: "uploads_full",
          detail: "This chat has reached its file limit. Start a new chat to send more.",
        },
      },
      act: (hand) =>
        hand.choose(
          { name: "setup.exe", type: "application/octet-stream", content: 10 },
          { name: "large.txt", type: "text/plain", content: 300_000 },
          bill,
        ),
      shows: ".chip.failed + .chip.failed + .chip.failed",
    },
    {
      name: "drop",
      title: "A file is dragged over the chat.",
      scene: { uploads },
      act: (hand) => hand.drag(),
      shows: ".drop-here",
    },
    {
      name: "sent-files",
      title: "Files that were sent.",
      scene: { uploads, reply: [...said("Thank you. I can see the dent."), done] },
      act: async (hand) => {
        await hand.choose(lamp, bill);
        await hand.until(".chip + .chip:not(:has(progress))");
        await hand.fill(".composer textarea", "Here is how it arrived");
        await hand.press(".action");
      },
      shows: ".reply:not(.live)",
    },
  ],
};
