/** Webhooks as Meta posts them, signed by an app. */
import { createHmac } from 'node:crypto'

export const signatureFor = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

export const signedHeaders = (secret: string, body: string): Record<string, string> => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  'x-hub-signature-256': signatureFor(secret, body),
})

type Number = { readonly phoneNumberId: string; readonly businessAccountId: string }

let written = 0

/** An entry with one text of somebody. */
export function textEntry({ phoneNumberId, businessAccountId }: Number, from: string, body: string, id?: string) {
  written += 1
  const message = {
    from,
    id: id ?? `wamid.T${written}`,
    timestamp: '1772452800',
    type: 'text',
    text: { body },
  }
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '55', phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: 'Ana' }, wa_id: from }],
    messages: [message],
  }
  return { id: businessAccountId, changes: [{ field: 'messages', value }] }
}

export const webhookOf = (...entry: readonly object[]): string =>
  JSON.stringify({ object: 'whatsapp_business_account', entry })
