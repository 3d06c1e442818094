import { z } from "zod";
import { agentsSchema, pageOf, revisionSchema, timeSchema } from "./list.ts";
import { roles } from "./vocabulary.ts";

/** Minimum and maximum length of a password in UTF-16 units. There are no other rules (NIST SP 800-63B-4, 3.1.1.2). */
export const passwordLength = { min: 12, max: 256 } as const;

const password = z
  .string()
  .refine(
    ({ length }) => length >= passwordLength.min && length <= passwordLength.max,
    `must have ${passwordLength.min} to ${passwordLength.max} characters`,
  );

/** Body of `POST sign-in/link`: the part after `#link=` in the URL. */
export const signInByLinkSchema = z.object({ token: z.string().min(1).max(200) });

/** Body of `POST sign-in/password`. A password of a wrong length is a wrong password, not a malformed request. */
export const signInByPasswordSchema = z.object({
  name: z.string().min(1).max(100),
  password: z.string().max(10_000),
});

/** Bytes as WebAuthn writes them in JSON. */
const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/, "must be base64url");

const passkeyId = z
  .string()
  .max(1_400)
  .regex(/^[\w-]+$/, "must be base64url");

/** Answer of a browser's WebAuthn to a sign-in (`AuthenticationResponseJSON`); what is not checked is passed over. */
export const passkeyAnswerSchema = z.object({
  id: passkeyId,
  rawId: passkeyId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
/** Answer of a browser's WebAuthn to a sign-in. */
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>;

/** Answer of a browser's WebAuthn that brings a new passkey (`RegistrationResponseJSON`). */
export const newPasskeyAnswerSchema = z.object({
  id: passkeyId,
  rawId: passkeyId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(16).exactOptional(),
  }),
});
/** Answer of a browser's WebAuthn that brings a new passkey. */
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswerSchema>;

/** Body of `POST sign-in/passkey/verify`: the answer to the challenge that `options` gave. */
export const signInByPasskeySchema = z.object({
  challengeId: z.string().max(100),
  answer: passkeyAnswerSchema,
});

/** Answer of `POST sign-in/passkey/options` and `POST me/passkeys/options`: options for the browser's WebAuthn. */
export const passkeyOptionsSchema = z.object({
  challengeId: z.string(),
  options: z.record(z.string(), z.unknown()),
});

/** Answer of `GET me`: who asks. */
export const meSchema = z
  .object({
    kind: z.enum(["operator", "token"]),
    id: z.string(),
    name: z.string(),
    /** The name that visitors see; of a person alone. */
    displayName: z.string().exactOptional(),
    /** Whether that name was chosen. If not, it is the name that they sign in with. Of a person alone. */
    named: z.boolean().exactOptional(),
    /** Whether they take chats just now; of a person alone. */
    available: z.boolean().exactOptional(),
    role: z.enum(roles),
    agents: agentsSchema,
    /** Whether they have set a password. */
    password: z.boolean(),
    /** How many passkeys they have. */
    passkeys: z.number().int(),
    expiresAt: timeSchema,
  })
  .meta({ id: "Me" });
/** The caller. */
export type Me = z.infer<typeof meSchema>;

/** Body of `POST me/confirm`: the password, or a passkey's answer to the challenge that `options` gave. */
export const postConfirmationSchema = z
  .object({
    password: z.string().max(10_000).exactOptional(),
    challengeId: z.string().max(100).exactOptional(),
    answer: passkeyAnswerSchema.exactOptional(),
  })
  .refine(
    (body) => "password" in body !== ("challengeId" in body && "answer" in body),
    "needs 'password', or else 'challengeId' and 'answer'",
  );

/** Body of `PUT me/password`; `current` is needed where there is a password. */
export const putPasswordSchema = z.object({ password, current: z.string().max(10_000).exactOptional() });
/** Body of `DELETE me/password`. */
export const deletePasswordSchema = z.object({ current: z.string().max(10_000) });

/** A device on which a person is signed in. */
export const consoleSessionSchema = z
  .object({
    id: z.string(),
    /** Whether it is the one that asks. */
    current: z.boolean(),
    createdAt: timeSchema,
    lastSeenAt: timeSchema,
    expiresAt: timeSchema,
    /** The browser and the system as far as they tell, such as "Firefox on Linux"; empty where they do not. */
    browser: z.string(),
  })
  .meta({ id: "ConsoleSession" });
/** A device on which a person is signed in. */
export type ConsoleSession = z.infer<typeof consoleSessionSchema>;
/** Answer of `GET me/sessions`. */
export const consoleSessionsSchema = pageOf(consoleSessionSchema);

/** A person's passkey. */
export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: timeSchema,
    lastUsedAt: timeSchema.nullable(),
    revision: revisionSchema,
  })
  .meta({ id: "Passkey" });
/** A person's passkey. */
export type Passkey = z.infer<typeof passkeySchema>;
/** Answer of `GET me/passkeys`. */
export const passkeysSchema = pageOf(passkeySchema);

const passkeyName = z.string().trim().min(1).max(100);
/** Body of `POST me/passkeys`. */
export const postPasskeySchema = z.object({
  challengeId: z.string().max(100),
  answer: newPasskeyAnswerSchema,
  name: passkeyName.exactOptional(),
});
/** Body of `PATCH me/passkeys/{id}`. */
export const patchPasskeySchema = z.object({ name: passkeyName });
