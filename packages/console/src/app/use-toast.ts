import { useSignalEffect } from "@preact/signals";
import type { ConsoleContext } from "./console-context.ts";

/** Hides a toast after a while. */
export function useToast({ toast }: ConsoleContext): void {
  useSignalEffect(() => {
    if (toast.value === "") return;
    const timer = setTimeout(() => {
      toast.value = "";
    }, 4000);
    return () => clearTimeout(timer);
  });
}
