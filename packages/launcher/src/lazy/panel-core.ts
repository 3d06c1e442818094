import type { Core } from "../core.ts";

/** What the launcher gives to the panel. Of what launchers of before may lack, the document is made up for. */
export type PanelCore = Core & Required<Pick<Core, "document">>;
