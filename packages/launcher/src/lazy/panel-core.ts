import type { Core } from "../core.ts";

/** What the launcher provides to the panel. The document, which older launchers lack, is filled in. */
export type PanelCore = Core & Required<Pick<Core, "document">>;
