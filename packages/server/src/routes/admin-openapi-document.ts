import { z } from "zod";
import { answer, openRoute } from "../console/route.ts";

/** GET openapi.json */
export const readOpenApi = openRoute({
  summary: "This document",
  answer: z.record(z.string(), z.unknown()),
  handle: async ({ admin }) => answer(await admin.openApi()),
});
