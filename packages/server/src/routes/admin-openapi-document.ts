import { z } from "zod";
import { answer, openRoute } from "../console/route.ts";

/** GET openapi.json — made when somebody first asks for it, since what makes it is large and seldom needed. */
export const readOpenApi = openRoute({
  summary: "This document",
  answer: z.record(z.string(), z.unknown()),
  handle: async ({ admin }) => {
    const { createAdminOpenApi } = await import("./admin-openapi.ts");
    return answer(createAdminOpenApi(admin.console.url));
  },
});
