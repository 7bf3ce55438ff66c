/** The passkey that WhatsApp demands to link an account, as the browser sees it. */
import * as v from 'valibot'
import { Instant, list, text } from '../../platform/formats'

/**
 * Stage of a linking with a passkey. `demanded`: a browser must ask the owner. `answered`: WhatsApp has the answer.
 * `code`: somebody must compare the code with the phone's. `finishing`: the phone completes the linking.
 */
export const PasskeyStage = v.picklist(['demanded', 'answered', 'code', 'finishing'])
export type PasskeyStage = v.InferOutput<typeof PasskeyStage>

/** Base64url without padding, as WebAuthn writes bytes in JSON. */
const Base64url = (most: number) => v.pipe(text(most, 'form.invalid'), v.regex(/^[A-Za-z0-9_-]+$/, 'form.invalid'))

/** WhatsApp's request to the browser, a `PublicKeyCredentialRequestOptionsJSON`. */
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

/** Result of `PublicKeyCredential.toJSON()`; browsers may add fields. */
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

/** State of a link to the request, for the person who created it. */
const SharedLink = v.object({
  createdAt: Instant,
  /** Null until somebody opens it. */
  openedAt: v.nullable(Instant),
  /** User agent of the browser that opened it. */
  openedBy: v.nullable(v.string()),
})

/** Response of `GET /whatsappsession/{id}/passkey`. */
export const PasskeyState = v.object({
  stage: PasskeyStage,
  /**
   * Null before WhatsApp has sent them, once they are answered, and for everybody except the person who links the
   * number.
   */
  options: v.nullable(PasskeyOptions),
  /** When this stage times out. */
  expiresAt: Instant,
  /** Code to compare with the phone's; only at the stage `code`. */
  code: v.nullable(v.string()),
  /** Why the stage is `demanded` again: `refused` when WhatsApp did not accept the answer. */
  reason: v.nullable(v.picklist(['refused'])),
  /** False: somebody else is linking this number. */
  mine: v.boolean(),
  link: v.nullable(SharedLink),
})
export type PasskeyState = v.InferOutput<typeof PasskeyState>

/**
 * Response of `POST /whatsappsession/{id}/passkey/link`. The path is returned once; the server stores only its hash.
 */
export const PasskeyLink = v.object({ path: v.string(), expiresAt: Instant })
export type PasskeyLink = v.InferOutput<typeof PasskeyLink>

/** Request bodies of a visitor with a link: first the token from the address, then the key it was exchanged for. */
export const OpenLink = v.object({ token: text(40, 'form.invalid') })
export const LinkKey = v.object({ key: text(100, 'form.invalid') })
export const AnswerByLink = v.object({ ...LinkKey.entries, ...AnswerPasskey.entries })
export const ConfirmByLink = v.object({ ...LinkKey.entries, ...ConfirmPasskey.entries })

/** Response of `POST /passkey/open`. `key` authorises the other requests of this browser. */
export const OpenedLink = v.object({ key: v.string() })

/** The request as a visitor with a link sees it. `over`: linked or cancelled. */
export const LinkState = v.object({
  stage: v.picklist([...PasskeyStage.options, 'linked', 'over']),
  /** Names of the connection and its company. */
  name: v.string(),
  company: v.string(),
  options: v.nullable(PasskeyOptions),
  expiresAt: v.nullable(Instant),
  code: v.nullable(v.string()),
  reason: v.nullable(v.string()),
})
export type LinkState = v.InferOutput<typeof LinkState>

/** The page on which a WhatsApp passkey is requested. */
export const WHATSAPP_WEB = 'https://web.whatsapp.com'
