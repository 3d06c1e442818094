import type { ToFrame } from "@servicechat/contract";

/** The effect of each command of the launcher. */
type Commands = {
  readonly [Type in ToFrame["type"]]?: (command: Extract<ToFrame, { readonly type: Type }>) => void;
};

/** Executes the launcher's commands from the port, in order. Unknown commands are ignored. */
export function followLauncher(port: MessagePort, commands: Commands): void {
  port.addEventListener("message", ({ data }: MessageEvent<ToFrame>) => {
    const command = Object.hasOwn(commands, data.type) ? commands[data.type] : undefined;
    // Each entry accepts the command of its own name, which the lookup by name ensures.
    (command as ((command: ToFrame) => void) | undefined)?.(data);
  });
  port.start();
}
