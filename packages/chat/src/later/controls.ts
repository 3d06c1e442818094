import { createPart } from "./create-part.ts";

/** What fills in, confirms, answers, attaches and enlarges. */
export type ControlsModule = typeof import("./all-controls.ts");

/** The controls that few chats need, fetched by the first that does. */
export const controls = createPart<ControlsModule>(() => import("./all-controls.ts"));
