/**
 * Hides warnings that a feature of the runtime is experimental: its version is pinned, so these features do not change,
 * and operators could do nothing about it. All other warnings are shown as before.
 */
export function hideExperimentalWarnings(): void {
  for (const show of process.listeners("warning")) {
    process.off("warning", show);
    process.on("warning", (warning) => {
      if (warning.name !== "ExperimentalWarning") show(warning);
    });
  }
}
