import type { KnownAddress } from "./known-address.ts";

/** Contradictions between addresses of the service, and what to do about them. */
export function findAddressConflicts({
  publicUrl,
  from,
  running,
}: KnownAddress): readonly { readonly detail: string; readonly advice: string }[] {
  const others = running.filter((address) => address !== publicUrl).join(", ");
  if (others === "") return [];
  if (from === "setting" && !running.includes(publicUrl))
    return [
      {
        detail: `the service is running with the public address ${others}, but the settings here say ${publicUrl}`,
        advice:
          "restart it if the settings have changed, or set SERVICECHAT_PUBLIC_URL here to the value it was started with",
      },
    ];
  return [
    {
      detail: `services with different public addresses are running on this database: ${running.join(", ")}`,
      advice: "set SERVICECHAT_PUBLIC_URL to the address visitors use, on all nodes",
    },
  ];
}
