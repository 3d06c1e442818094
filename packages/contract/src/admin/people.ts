import { z } from "zod";
import { agentsSchema, listQuery, momentSchema, pageOf, revisionSchema, timeSchema } from "./list.ts";
import { actorKinds, auditActions, roles } from "./vocabulary.ts";

// A text that lists show on one line has no line breaks and no invisible characters.
const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((text) => !/\p{Cc}/u.test(text), "must not contain control characters");
const displayName = name.refine(({ length }) => length <= 60, "must have at most 60 characters");

/** Somebody who works with the console. */
export const operatorSchema = z
  .object({
    id: z.string(),
    /** Unique without regard to case. */
    name: z.string(),
    /** The name that visitors see. */
    displayName: z.string(),
    role: z.enum(roles),
    /** Null is all, as for every owner. */
    agents: agentsSchema,
    /** `invited` until the first sign-in. */
    state: z.enum(["active", "invited"]),
    createdAt: timeSchema,
    lastSeenAt: timeSchema.nullable(),
    /** Whether they take chats just now. */
    available: z.boolean(),
    revision: revisionSchema,
  })
  .meta({ id: "Operator" });
/** Somebody who works with the console. */
export type Operator = z.infer<typeof operatorSchema>;
/** Answer of `GET operators`. */
export const operatorsSchema = pageOf(operatorSchema);

/** Somebody who may hold chats of an agent, as colleagues see them. */
export const colleagueSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The name that visitors see. */
    displayName: z.string(),
    /** Whether they take chats at the moment, as they have set it. */
    available: z.boolean(),
  })
  .meta({ id: "Colleague" });
/** Somebody who may hold chats of an agent. */
export type Colleague = z.infer<typeof colleagueSchema>;
/** Answer of `GET agents/{id}/colleagues`. */
export const colleaguesSchema = z.object({ items: z.array(colleagueSchema) });

/** Body of `PUT me/availability`. */
export const putAvailabilitySchema = z.strictObject({ available: z.boolean() });
/** Body of `PUT me/display-name`. */
export const putDisplayNameSchema = z.strictObject({ displayName });

/** The largest picture of a person, in bytes. */
export const maxFaceBytes = 32 * 1024;
/** Body of `PUT me/face`: the bytes of the picture. */
export const putFaceSchema = z.strictObject({ data: z.base64().max(Math.ceil(maxFaceBytes / 3) * 4) });
/** Query of `GET faces/{id}`: `v` is ignored, so that another picture has another address. */
export const faceQuerySchema = z.strictObject({ v: z.string().max(100).exactOptional() });
/** Answer of `GET faces`: another revision with every picture. */
export const facesSchema = z.object({
  items: z.array(z.object({ operator: z.string(), revision: z.string() })),
});
/** Who has a picture. */
export type Faces = z.infer<typeof facesSchema>;

/** An address that signs a person in once. */
export const signInLinkSchema = z
  .object({ url: z.string(), expiresAt: timeSchema })
  .meta({ id: "SignInLink" });
/** An address that signs a person in once. */
export type SignInLink = z.infer<typeof signInLinkSchema>;
/** Answer of `POST operators`: the link is shown this once. */
export const newOperatorSchema = operatorSchema.extend({ link: signInLinkSchema });

/** Body of `POST operators`. */
export const postOperatorSchema = z.object({
  name,
  displayName: displayName.exactOptional(),
  role: z.enum(roles),
  agents: agentsSchema.exactOptional(),
});
/** Body of `PATCH operators/{id}`. */
export const patchOperatorSchema = z.object({
  name: name.exactOptional(),
  displayName: displayName.exactOptional(),
  role: z.enum(roles).exactOptional(),
  agents: agentsSchema.exactOptional(),
});

/** A token of the API, without its secret. */
export const tokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(roles),
    agents: agentsSchema,
    /** The person in whose name it speaks to visitors; null for none. */
    operator: z.object({ id: z.string(), name: z.string() }).nullable(),
    createdAt: timeSchema,
    expiresAt: timeSchema,
    lastUsedAt: timeSchema.nullable(),
    revokedAt: timeSchema.nullable(),
    createdBy: z.string().nullable(),
  })
  .meta({ id: "Token" });
/** A token of the API, without its secret. */
export type ApiToken = z.infer<typeof tokenSchema>;
/** Answer of `GET tokens`. */
export const tokensSchema = pageOf(tokenSchema);
/** Answer of `POST tokens`: the token is shown this once. */
export const newTokenSchema = tokenSchema.extend({ token: z.string() });

/** Default lifetime of a token, in days. */
export const usualTokenDays = 90;
/** Body of `POST tokens`. */
export const postTokenSchema = z.object({
  name,
  role: z.enum(roles),
  agents: agentsSchema.exactOptional(),
  days: z.number().int().min(1).max(3_650).exactOptional(),
  /** Name of the person on whose behalf it may speak to visitors. */
  operator: z.string().min(1).max(100).exactOptional(),
});

/** One line of the audit log. */
export const auditEntrySchema = z
  .object({
    id: z.string(),
    at: timeSchema,
    who: z.object({
      kind: z.enum(actorKinds),
      id: z.string().exactOptional(),
      name: z.string().exactOptional(),
    }),
    /** One of the words of the log, or one that a newer version has written. */
    what: z.string(),
    /** `name`: what it was called at the time. Absent where it has none, and in lines of earlier versions. */
    on: z.object({ kind: z.string(), id: z.string(), name: z.string().exactOptional() }).nullable(),
    /** What else was noted: the role of a new person, the changed parts of an agent, the colleague who got a chat. */
    details: z.array(z.string()),
    /** Stands for the address that the request came from; null for what came from the machine itself. */
    address: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });
/** One line of the audit log. */
export type AuditEntry = z.infer<typeof auditEntrySchema>;
/** Answer of `GET audit`. */
export const auditSchema = pageOf(auditEntrySchema);
/** Query of `GET audit`. */
export const auditQuerySchema = z.strictObject({
  ...listQuery,
  from: momentSchema.exactOptional(),
  to: momentSchema.exactOptional(),
  who: z.string().min(1).max(100).exactOptional(),
  what: z.enum(auditActions).exactOptional(),
  on: z.string().min(1).max(200).exactOptional(),
});
