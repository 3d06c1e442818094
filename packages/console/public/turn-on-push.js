/*
 * Registers the worker that shows notifications, and goes back to the settings. The console's own documents may not: their
 * policy lets no script name one.
 */
const script = "/console/push-worker.js";
const policy = globalThis.trustedTypes?.createPolicy("push-worker", { createScriptURL: () => script });

try {
  await navigator.serviceWorker.register(policy ? policy.createScriptURL("") : script, {
    scope: "/console/",
  });
  await navigator.serviceWorker.ready;
} finally {
  location.replace("/console/settings/notifications");
}
