import { z } from "zod";
import { timeSchema } from "./list.ts";

/** One mailbox, written plainly: nothing in it could be read as another one, or as a header. */
const address = z
  .string()
  .trim()
  .max(254)
  .regex(
    /^[\w.!#$&'*+/=^`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/,
    "must be one e-mail address",
  );

/** How who is signed in hears that visitors wait. */
export const notificationsSchema = z
  .object({
    mail: z.object({
      /** Whether the service can send mail. */
      available: z.boolean(),
      enabled: z.boolean(),
      /** Null where none is known. */
      address: z.string().nullable(),
    }),
  })
  .meta({ id: "Notifications" });
/** How who is signed in hears that visitors wait. */
export type Notifications = z.infer<typeof notificationsSchema>;

/** Body of `PUT me/notifications/mail`. */
export const putMailAlertsSchema = z
  .strictObject({ enabled: z.boolean(), address: address.nullable() })
  .refine(({ enabled, address: to }) => !enabled || to !== null, {
    path: ["address"],
    message: "is needed",
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
