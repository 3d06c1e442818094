import { z } from "zod";
import { timeSchema } from "./list.ts";

/** One mailbox, written plainly: nothing in it could be read as another one, or as a header. */
const address = z
  .string()
  .trim()
  .max(254)
  .regex(
    /^[\w.!#$&'*+/=^`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/,
    "must be one email address",
  );

/** A browser to which the person has notifications pushed. */
export const pushDeviceSchema = z
  .object({
    /** The first 32 hexadecimal digits of the SHA-256 of its endpoint. */
    id: z.string(),
    browser: z.string(),
    createdAt: timeSchema,
    /** When its push service last took something. */
    lastAt: timeSchema.nullable(),
  })
  .meta({ id: "PushDevice" });
/** A browser to which the person has notifications pushed. */
export type PushDevice = z.infer<typeof pushDeviceSchema>;

/** Body of `POST me/push`: the browser's subscription. */
export const postPushSchema = z.strictObject({
  endpoint: z.string().min(1).max(2_000),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/, "must be a public key on P-256"),
    auth: z.string().regex(/^[\w-]{22}(?:==)?$/, "must be 16 bytes"),
  }),
});

/** How the person who is signed in is notified of waiting visitors. */
export const notificationsSchema = z
  .object({
    mail: z.object({
      /** Whether the service can send mail. */
      available: z.boolean(),
      enabled: z.boolean(),
      /** Null where none is known. */
      address: z.string().nullable(),
    }),
    push: z.object({
      /** With which a browser subscribes: a public key on P-256, base64url. */
      key: z.string(),
      devices: z.array(pushDeviceSchema),
    }),
  })
  .meta({ id: "Notifications" });
/** How the person who is signed in is notified of waiting visitors. */
export type Notifications = z.infer<typeof notificationsSchema>;

/** Body of `PUT me/notifications/mail`. */
export const putMailAlertsSchema = z
  .strictObject({ enabled: z.boolean(), address: address.nullable() })
  .refine(({ enabled, address: to }) => !enabled || to !== null, {
    path: ["address"],
    message: "is required",
  });

/** How sending mail goes. */
export const mailStateSchema = z
  .object({
    /** Host and port; null where no mail server is set. */
    server: z.string().nullable(),
    /** `starttls`: encrypted where the server offers it. */
    security: z.enum(["tls", "starttls"]).nullable(),
    from: z.string().nullable(),
    lastSentAt: timeSchema.nullable(),
    /** The reason is the number of the server's answer, or a name such as `ETIMEDOUT`. */
    lastFailed: z.object({ at: timeSchema, reason: z.string() }).nullable(),
  })
  .meta({ id: "MailState" });
/** How sending mail goes. */
export type MailState = z.infer<typeof mailStateSchema>;

/** Body of `POST mail/test`. */
export const postMailTestSchema = z.strictObject({ to: address });
