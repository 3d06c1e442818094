import { createPart } from "./create-part.ts";

/** What draws formulas, fetched by the first answer that has one. */
export const formulas = createPart(() => import("./all-formulas.ts"));
