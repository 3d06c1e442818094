import type { KnownAddress } from "./known-address.ts";

/** What does not fit together about where the service is, and what to do. */
export function addressDoubts({
  publicUrl,
  from,
  running,
}: KnownAddress): readonly { readonly detail: string; readonly advice: string }[] {
  const others = running.filter((address) => address !== publicUrl).join(", ");
  if (others === "") return [];
  if (from === "setting" && !running.includes(publicUrl))
    return [
      {
        detail: `the service runs with the public address ${others}, and the settings here say ${publicUrl}`,
        advice:
          "restart it if they have changed, or set SERVICECHAT_PUBLIC_URL here to what it was started with",
      },
    ];
  return [
    {
      detail: `services run on this database with different public addresses, ${running.join(", ")}`,
      advice: "set SERVICECHAT_PUBLIC_URL to the one that visitors use, for all nodes",
    },
  ];
}
