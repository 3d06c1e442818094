import { createPart } from "./create-part.ts";

/** What fetches, draws and enlarges the images of answers. */
export const pictures = createPart(() => import("./all-pictures.ts"));
