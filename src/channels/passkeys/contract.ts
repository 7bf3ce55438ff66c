/** The passkey that WhatsApp demands before it links an account, as the browser knows it. */
import * as v from 'valibot'
import { Instant, list, text } from '../../platform/formats'

/**
 * How far a linking with a passkey has come. `demanded`: a browser has to ask the owner. `answered`: WhatsApp has the
 * answer. `code`: somebody has to compare the code with the phone's. `finishing`: the phone completes the linking.
 */
export const PasskeyStage = v.picklist(['demanded', 'answered', 'code', 'finishing'])
export type PasskeyStage = v.InferOutput<typeof PasskeyStage>

/** Base64url without padding, as WebAuthn writes bytes in JSON. */
const Base64url = (most: number) => v.pipe(text(most, 'form.invalid'), v.regex(/^[A-Za-z0-9_-]+$/, 'form.invalid'))

/** `PublicKeyCredentialRequestOptionsJSON`: what WhatsApp wants a browser to ask for. */
export const PasskeyOptions = v.object({
  challenge: Base64url(1_000),
  rpId: text(200),
  timeout: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  allowCredentials: v.optional(
    list(v.object({ id: Base64url(2_000), type: text(40), transports: v.optional(list(text(40), { most: 10 })) }), {
      most: 50,
    }),
  ),
  userVerification: v.optional(text(40)),
  extensions: v.optional(v.object({ uvm: v.optional(v.boolean()) })),
})
export type PasskeyOptions = v.InferOutput<typeof PasskeyOptions>

/** What `PublicKeyCredential.toJSON()` gives; browsers may add to it. */
export const PasskeyCredential = v.object({
  id: Base64url(2_000),
  rawId: Base64url(2_000),
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: Base64url(6_000),
    authenticatorData: Base64url(6_000),
    signature: Base64url(2_000),
    userHandle: v.optional(v.nullable(Base64url(2_000))),
  }),
})
export type PasskeyCredential = v.InferOutput<typeof PasskeyCredential>

/** Body of `POST /whatsappsession/{id}/passkey`. */
export const AnswerPasskey = v.object({ credential: PasskeyCredential })
/** Body of `POST /whatsappsession/{id}/passkey/confirm`. `same: false`: the phone shows another code. */
export const ConfirmPasskey = v.object({ same: v.optional(v.boolean()) })

/** Whom the request was handed on to, for the person who did. */
const SharedLink = v.object({
  createdAt: Instant,
  /** Null: nobody has opened it yet. */
  openedAt: v.nullable(Instant),
  /** The browser that opened it, as it names itself. */
  openedBy: v.nullable(v.string()),
})

/** Answer of `GET /whatsappsession/{id}/passkey`. */
export const PasskeyState = v.object({
  stage: PasskeyStage,
  /** Null while WhatsApp has not said them, once they are answered, and for anybody but the person who links the number. */
  options: v.nullable(PasskeyOptions),
  /** When this stage ends by itself. */
  expiresAt: Instant,
  /** To compare with the phone's: only at the stage `code`. */
  code: v.nullable(v.string()),
  /** Why the stage is `demanded` again: `refused` when WhatsApp did not accept the answer. */
  reason: v.nullable(v.picklist(['refused'])),
  /** False: somebody else is linking this number. */
  mine: v.boolean(),
  link: v.nullable(SharedLink),
})
export type PasskeyState = v.InferOutput<typeof PasskeyState>

/** Answer of `POST /whatsappsession/{id}/passkey/link`. The path is told once; the server keeps a hash of it. */
export const PasskeyLink = v.object({ path: v.string(), expiresAt: Instant })
export type PasskeyLink = v.InferOutput<typeof PasskeyLink>

/** Bodies of what a visitor with a link sends: first the token of the address, then the key that it was exchanged for. */
export const OpenLink = v.object({ token: text(40, 'form.invalid') })
export const LinkKey = v.object({ key: text(100, 'form.invalid') })
export const AnswerByLink = v.object({ ...LinkKey.entries, ...AnswerPasskey.entries })
export const ConfirmByLink = v.object({ ...LinkKey.entries, ...ConfirmPasskey.entries })

/** Answer of `POST /passkey/open`: `key` opens everything else, in this browser alone. */
export const OpenedLink = v.object({ key: v.string() })

/** What a visitor with a link sees. `over`: linked, or given up. */
export const LinkState = v.object({
  stage: v.picklist([...PasskeyStage.options, 'linked', 'over']),
  /** Of the connection and of its company. */
  name: v.string(),
  company: v.string(),
  options: v.nullable(PasskeyOptions),
  expiresAt: v.nullable(Instant),
  code: v.nullable(v.string()),
  reason: v.nullable(v.string()),
})
export type LinkState = v.InferOutput<typeof LinkState>

/** Where a passkey of WhatsApp's is asked for, whoever does it. */
export const WHATSAPP_WEB = 'https://web.whatsapp.com'
