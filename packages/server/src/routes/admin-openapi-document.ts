import { z } from "zod";
import { answer, openRoute } from "../console/route.ts";

/** The last document, with the console that it is for: everybody may ask for it, and making it takes a while. */
let made: { readonly url: string; readonly document: Record<string, unknown> } | undefined;

/** GET openapi.json — made when somebody first asks for it, since what makes it is large and seldom needed. */
export const readOpenApi = openRoute({
  summary: "This document",
  answer: z.record(z.string(), z.unknown()),
  handle: async ({ admin }) => {
    const { url } = admin.console;
    if (made?.url !== url) {
      const { createAdminOpenApi } = await import("./admin-openapi.ts");
      made = { url, document: { ...createAdminOpenApi(url) } };
    }
    return answer(made.document);
  },
});
