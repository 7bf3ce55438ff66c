import { expect, test } from 'bun:test'
import { type Fields, outcomesOf, readShapes, type Sending, type Shape } from './shapes'

const NUMBER = { display_phone_number: '552140201000', phone_number_id: '$ACCOUNT' }

/** Who writes, as Meta says it where a shape does not say it otherwise. */
const PERSON = { profile: { name: 'João Conceição' }, wa_id: '5521988887777' }

const changeOf = (field: string, value: unknown): Fields => ({ id: '$BUSINESS', changes: [{ field, value }] })
const underNumber = (field: string, value: Fields): Fields =>
  changeOf(field, { messaging_product: 'whatsapp', metadata: NUMBER, ...value })

const contactOf = (person: string) => ({ ...PERSON, wa_id: person })
const textOf: Sending['textOf'] = (person, id, body) =>
  underNumber('messages', {
    contacts: [contactOf(person)],
    messages: [{ from: person, id, timestamp: '1772452700', type: 'text', text: { body } }],
  })

/** The shape's own message, status or value. */
function entryOf({ field = 'messages', contact, message, status, value, entry, times = 1 }: Shape): Fields {
  if (entry) return entry as Fields // written in the file
  const contacts = contact === null || (!message && !contact) ? {} : { contacts: [contact ?? guessed(message)] }
  const messages = message ? { messages: new Array(times).fill(message) } : {}
  const statuses = status ? { statuses: [status] } : {}
  const whole = { ...contacts, ...messages, ...statuses, ...(value as Fields | undefined) } // written in the file
  return field === 'messages' || 'history' in whole || 'metadata' in whole
    ? underNumber(String(field), whole)
    : changeOf(String(field), whole)
}
const guessed = (message: unknown) => contactOf((message as { from: string }).from) // written in the file

const sending: Sending = { channel: 'whatsapp_cloud', object: 'whatsapp_business_account', entryOf, textOf }

test.each(['cloud-messages', 'cloud-statuses', 'cloud-account', 'cloud-others'])('%s', async (name) => {
  const { found, wanted, errors } = await outcomesOf(readShapes(name), sending)
  expect(found).toEqual(wanted)
  expect(errors).toEqual([])
})
