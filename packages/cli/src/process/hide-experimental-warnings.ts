/**
 * Warnings of the runtime that something of it is experimental are not shown: its version is pinned, so what is used of it
 * stays as it is, and whoever runs the service can do nothing about it. All other warnings are shown as before.
 */
export function hideExperimentalWarnings(): void {
  for (const show of process.listeners("warning")) {
    process.off("warning", show);
    process.on("warning", (warning) => {
      if (warning.name !== "ExperimentalWarning") show(warning);
    });
  }
}
