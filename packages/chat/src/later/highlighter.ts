import { createPart } from "./create-part.ts";

/** What colours code, fetched by the first finished block that names a language. */
export const highlighter = createPart(() => import("./all-highlighter.ts"));
