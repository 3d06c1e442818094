import type { ConsoleState } from "./console-state.ts";
import { owner } from "./full-scene.ts";
import { fails, says } from "./scene.ts";

/** The dialog in which people confirm their identity. */
export const confirmStates: readonly ConsoleState[] = [
  {
    name: "sign-in-confirm",
    title: "A passkey is removed, and whoever does so proves that it is them",
    path: "settings/sign-in",
    scene: { "DELETE me/passkeys/{id}": fails("confirmation_needed") },
    press: [".row .button:last-child", "dialog .button.danger"],
    shows: "dialog input[type=password]",
  },
  {
    name: "sign-in-unconfirmed",
    title: "The same by somebody who has nothing to prove it with",
    path: "settings/sign-in",
    scene: {
      "GET me": says({ ...owner, password: false, passkeys: 0 }),
      "DELETE me/passkeys/{id}": fails("confirmation_needed"),
    },
    press: [".row .button:last-child", "dialog .button.danger"],
    shows: "dialog .copy-field",
  },
];
