/*
 * Registers the worker that shows notifications, and returns to the settings. The console's own documents may not do
 * this: their policy allows no script URL.
 */
const script = "/console/push-worker.js";
const policy = globalThis.trustedTypes?.createPolicy("push-worker", { createScriptURL: () => script });

/** Some browsers start a worker only after the document has loaded, so the load must not wait for this. */
async function register() {
  await navigator.serviceWorker.register(policy ? policy.createScriptURL("") : script, {
    scope: "/console/",
  });
  await Promise.race([
    navigator.serviceWorker.ready,
    new Promise((resolve) => {
      setTimeout(resolve, 5_000);
    }),
  ]);
}

addEventListener("load", () => {
  const goBack = () => location.replace("/console/settings/notifications");
  register().then(goBack, goBack);
});
