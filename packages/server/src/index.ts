export { loadAssets } from "./pages/load-assets.ts";
export type { Asset, Assets, Clock, Log, ServerOptions, ServerParts } from "./parts.ts";
export { startServer } from "./start-server.ts";
export type { RunningServer } from "./start-server.ts";
export { openTracing } from "./watch/tracing.ts";
export type { Tracing } from "./watch/tracing.ts";
