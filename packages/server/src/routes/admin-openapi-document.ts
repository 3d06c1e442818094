import { z } from "zod";
import { answer, openRoute } from "../admin-api/route.ts";

/** GET openapi.json */
export const readOpenApi = openRoute({
  summary: "This document",
  answer: z.record(z.string(), z.unknown()),
  handle: async ({ admin }) => answer(await admin.openApi()),
});
