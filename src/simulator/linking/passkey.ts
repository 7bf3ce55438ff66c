/** A passkey of a phone, and WhatsApp's validation of its responses. Real WebAuthn, ES256. */
import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import * as v from 'valibot'
import type { Random } from '../wire/random'

/** Base64url for storing; `secret` is the private key's 32 bytes. */
export type Passkey = { id: string; userHandle: string; secret: string; signCount: number }

export const RP_ID = 'whatsapp.com'
const ORIGIN = 'https://web.whatsapp.com'
const PRESENT = 1
const VERIFIED = 4

export const createPasskey = (random: Random): Passkey => ({
  id: random.bytes(20).toString('base64url'),
  userHandle: random.bytes(16).toString('base64url'),
  secret: random.bytes(32).toString('base64url'),
  signCount: 0,
})

/** For the virtual authenticator of a browser: `WebAuthn.addCredential` of its DevTools protocol. */
export const exported = (passkey: Passkey) => ({
  credentialId: asBase64(passkey.id),
  isResidentCredential: true,
  rpId: RP_ID,
  privateKey: privateKeyOf(passkey).export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  userHandle: asBase64(passkey.userHandle),
  signCount: passkey.signCount,
})

type PasskeyRequest = { challenge: string; origin?: string; rpId?: string; isVerified?: boolean }

/** The response of a browser on WhatsApp Web: `PublicKeyCredential.toJSON()`. */
export function answerWith(
  passkey: Passkey,
  { challenge, origin = ORIGIN, rpId = RP_ID, isVerified = true }: PasskeyRequest,
): object {
  passkey.signCount++
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }))
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(passkey.signCount)
  const flags = Buffer.of(isVerified ? PRESENT | VERIFIED : PRESENT)
  const authenticatorData = Buffer.concat([sha256(Buffer.from(rpId)), flags, counter])
  const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKeyOf(passkey))
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    authenticatorAttachment: 'cross-platform',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: passkey.userHandle,
    },
  }
}

/** Format in which a client forwards it: exactly these fields, bytes in base64url without padding. */
const Bytes = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/))
const Assertion = v.strictObject({
  id: Bytes,
  rawId: Bytes,
  type: v.literal('public-key'),
  response: v.strictObject({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: v.nullable(Bytes),
  }),
})
const ClientData = v.object({ type: v.literal('webauthn.get'), challenge: v.string(), origin: v.string() })

/** Returns what is wrong with the response; undefined if it is valid. */
export function faultOf(
  text: string,
  { passkey, challenge, credentialId }: { passkey: Passkey | null; challenge: string; credentialId: Buffer },
): string | undefined {
  const read = v.safeParse(Assertion, parsed(text))
  if (!read.success) return 'unreadable'
  const { rawId, response } = read.output
  if (!passkey || rawId !== passkey.id || credentialId.toString('base64url') !== passkey.id) return 'credential'
  const [clientData, authenticatorData, signature] = [
    response.clientDataJSON,
    response.authenticatorData,
    response.signature,
  ].map((bytes) => Buffer.from(bytes, 'base64url'))
  if (!clientData || !authenticatorData || !signature) return 'unreadable'
  const said = v.safeParse(ClientData, parsed(clientData.toString()))
  if (!said.success) return 'unreadable'
  if (said.output.challenge !== challenge) return 'challenge'
  if (said.output.origin !== ORIGIN) return 'origin'
  if (!authenticatorData.subarray(0, 32).equals(sha256(Buffer.from(RP_ID)))) return 'rpId'
  const flags = authenticatorData[32] ?? 0
  if (!(flags & PRESENT && flags & VERIFIED)) return 'verification'
  const signed = Buffer.concat([authenticatorData, sha256(clientData)])
  return verify('sha256', signed, createPublicKey(privateKeyOf(passkey)), signature) ? undefined : 'signature'
}

function privateKeyOf({ secret }: Passkey): KeyObject {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(secret, 'base64url'))
  const point = curve.getPublicKey()
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: secret, x, y }, format: 'jwk' })
}

const asBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
