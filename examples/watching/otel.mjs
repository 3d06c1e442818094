// OpenTelemetry for ServiceChat: docs/watching.md, "Traces", says how it is brought. It stands in a folder of its own with
// the SDK (npm install @opentelemetry/sdk-node) and is loaded before the service:
//
//   node --import /etc/servicechat/otel/otel.mjs packages/cli/bin/servicechat.mjs serve
//
// Where spans go is in OpenTelemetry's own variables, such as OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318.
import { isMainThread } from "node:worker_threads";

// In NODE_OPTIONS it is also loaded by npm, by other commands, and by every thread of the service: none of them is traced.
const isService = isMainThread && process.features.typescript && process.argv.includes("serve");

if (isService) {
  process.env.OTEL_SERVICE_NAME ??= "servicechat";
  // The service gives spans. Its figures are at /metrics, and its log is on standard error.
  process.env.OTEL_METRICS_EXPORTER ??= "none";
  process.env.OTEL_LOGS_EXPORTER ??= "none";
  // A collector that is away must not hold up a restart.
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT ??= "3000";

  const { NodeSDK } = await import("@opentelemetry/sdk-node");
  const sdk = new NodeSDK();
  sdk.start();

  // The service stops properly by itself; the last spans leave when it has nothing more to do.
  process.once("beforeExit", () => {
    sdk
      .shutdown()
      .catch((cause) => process.stderr.write(`The last spans could not be sent: ${cause.message}\n`));
  });
}
