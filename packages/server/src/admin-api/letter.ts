import { letterSchema, patchLetterSchema, sentLetterSchema } from "@servicechat/contract/admin-schemas";
import type { Letter } from "@servicechat/operations";
import { z } from "zod";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute } from "./route.ts";

/** GET letter */
export const readLetter = roleRoute("owner", {
  summary: "When the weekly letter is sent to the webhooks with the event `week.ended`",
  answer: letterSchema,
  handle: async ({ admin, admission: { actor } }) =>
    shown(resultOrThrow(await admin.operations.letter.read(actor, {}))),
});

/** PATCH letter */
export const changeLetter = roleRoute("owner", {
  summary: "Change when the weekly letter is sent",
  body: patchLetterSchema,
  answer: letterSchema,
  needsRevision: true,
  handle: async ({ admin, admission: { actor }, body, seen }) =>
    shown(resultOrThrow(await admin.operations.letter.change(actor, { ...body, seen }))),
});

/** POST letter/send */
export const sendLetter = roleRoute("owner", {
  summary: "Send the letter about the last seven days now, to all of its recipients",
  body: z.object({}),
  mayLackBody: true,
  answer: sentLetterSchema,
  handle: async ({ admin, admission: { actor } }) =>
    answer(resultOrThrow(await admin.operations.letter.send(actor, {}))),
});

function shown({ enabled, day, hour, zone, revision }: Letter) {
  return answer({ enabled, day, hour, zone, revision }, { revision });
}
