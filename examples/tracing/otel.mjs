// OpenTelemetry for ServiceChat: see docs/monitoring.md, "Traces". It is in a separate folder with
// the SDK (npm install @opentelemetry/sdk-node) and is loaded before the service:
//
//   node --import /etc/servicechat/otel/otel.mjs packages/cli/bin/servicechat.mjs serve
//
// OpenTelemetry's own variables say where spans go, such as OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318.
import { isMainThread } from "node:worker_threads";

// In NODE_OPTIONS it is also loaded by npm, other commands, and every thread of the service: none of these is traced.
const isService = isMainThread && process.features.typescript && process.argv.includes("serve");

if (isService) {
  process.env.OTEL_SERVICE_NAME ??= "servicechat";
  // Only spans: the service's metrics are at /metrics, and its log goes to standard error.
  process.env.OTEL_METRICS_EXPORTER ??= "none";
  process.env.OTEL_LOGS_EXPORTER ??= "none";
  // A collector that is unavailable must not delay a restart.
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT ??= "3000";

  const { NodeSDK } = await import("@opentelemetry/sdk-node");
  const sdk = new NodeSDK();
  sdk.start();

  // The service shuts down on its own; the last spans are sent when it has nothing more to do.
  process.once("beforeExit", () => {
    sdk
      .shutdown()
      .catch((cause) => process.stderr.write(`The last spans could not be sent: ${cause.message}\n`));
  });
}
