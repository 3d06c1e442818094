/** Names of the icons that the chat draws beside an action. It draws its usual one for any other: a newer service may know more. */
export const actionIcons = [
  "alert",
  "calendar",
  "cart",
  "check",
  "copy",
  "mail",
  "retry",
  "search",
  "send",
] as const;

/** The name of an icon that the chat draws beside an action. */
export type ActionIcon = (typeof actionIcons)[number];

/** Whether the chat draws an icon of that name. */
export function isActionIcon(name: string | undefined): name is ActionIcon {
  return (actionIcons as readonly (string | undefined)[]).includes(name);
}
