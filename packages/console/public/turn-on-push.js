/*
 * Registers the worker that shows notifications, and goes back to the settings. The console's own documents may not: their
 * policy lets no script name one.
 */
const script = "/console/push-worker.js";
const policy = globalThis.trustedTypes?.createPolicy("push-worker", { createScriptURL: () => script });

/** Some browsers start a worker only once the document has loaded, which must not wait for this. */
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
