import type { ToFrame } from "@servicechat/contract";

/** What each command of the launcher does. */
type Commands = {
  readonly [Type in ToFrame["type"]]?: (command: Extract<ToFrame, { readonly type: Type }>) => void;
};

/** Carries out what the launcher says over the port, in order. A command this build does not know is passed over. */
export function followLauncher(port: MessagePort, commands: Commands): void {
  port.addEventListener("message", ({ data }: MessageEvent<ToFrame>) => {
    const command = Object.hasOwn(commands, data.type) ? commands[data.type] : undefined;
    // Each entry takes the command of its own name, which the look-up by name has just made sure of.
    (command as ((command: ToFrame) => void) | undefined)?.(data);
  });
  port.start();
}
