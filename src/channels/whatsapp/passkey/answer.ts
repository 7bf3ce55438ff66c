/** Checks that a browser's answer belongs to WhatsApp's request, before any of it is sent. */
import { type PasskeyCredential, type PasskeyOptions, WHATSAPP_WEB } from '../../passkeys/contract'

/**
 * `other`: it answers another request, such as an earlier one. `elsewhere`: it was given on a page other than WhatsApp
 * Web.
 */
export type AnswerFault = 'unreadable' | 'other' | 'elsewhere'

export function faultOf({ response }: PasskeyCredential, { challenge }: PasskeyOptions): AnswerFault | null {
  const said = clientDataOf(response.clientDataJSON)
  if (!said) return 'unreadable'
  if (said.type !== 'webauthn.get' || said.challenge !== challenge) return 'other'
  return said.origin === WHATSAPP_WEB ? null : 'elsewhere'
}

type ClientData = { readonly type?: unknown; readonly challenge?: unknown; readonly origin?: unknown }

function clientDataOf(encoded: string): ClientData | null {
  try {
    const said: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString())
    return typeof said === 'object' ? said : null
  } catch {
    return null
  }
}
