import { letterSchema, patchLetterSchema, sentLetterSchema } from "@servicechat/contract/admin-schemas";
import type { Letter } from "@servicechat/operations";
import { z } from "zod";
import { answered } from "./answered.ts";
import { answer, roleRoute } from "./route.ts";

/** GET letter */
export const readLetter = roleRoute("owner", {
  summary: "When the weekly letter is sent to the webhooks with the event `week.ended`",
  answer: letterSchema,
  handle: async ({ admin, admission: { asker } }) =>
    shown(answered(await admin.operations.letter.read(asker, {}))),
});

/** PATCH letter */
export const changeLetter = roleRoute("owner", {
  summary: "Change when the weekly letter is sent",
  body: patchLetterSchema,
  answer: letterSchema,
  needsRevision: true,
  handle: async ({ admin, admission: { asker }, body, seen }) =>
    shown(answered(await admin.operations.letter.change(asker, { ...body, seen }))),
});

/** POST letter/send */
export const sendLetter = roleRoute("owner", {
  summary: "Send the letter about the last seven days now, to all of its recipients",
  body: z.object({}),
  mayLackBody: true,
  answer: sentLetterSchema,
  handle: async ({ admin, admission: { asker } }) =>
    answer(answered(await admin.operations.letter.send(asker, {}))),
});

function shown({ enabled, day, hour, zone, revision }: Letter) {
  return answer({ enabled, day, hour, zone, revision }, { revision });
}
