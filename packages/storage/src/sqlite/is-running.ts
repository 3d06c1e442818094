/** Whether a process is running on this machine. `NaN`, for a name without an id, is none. */
export function isRunning(pid: number): boolean {
  if (Number.isNaN(pid)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user must not be signalled, so it exists.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
