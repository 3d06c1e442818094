export { createConsoleFiles, loadAssets } from "./pages/load-assets.ts";
export type {
  Asset,
  Assets,
  Clock,
  ConsoleFiles,
  ConsoleDependencies,
  Log,
  ServerOptions,
  ServiceTasks,
  ServerDependencies,
} from "./dependencies.ts";
export { startServer } from "./start-server.ts";
export type { RunningServer } from "./start-server.ts";
export { openTracing } from "./telemetry/tracing.ts";
export type { Tracing } from "./telemetry/tracing.ts";
