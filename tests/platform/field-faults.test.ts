/** Messages for invalid fields: in the client's language, never the validator's own. */
import { expect, test } from 'bun:test'
import { world } from '../support/world'

type Fault = { field: string; message: string; hint?: string }

async function faultsOf(method: string, path: string, body: object, language: string) {
  const w = world()
  const ana = w.admin()
  w.ticket({ userId: ana.userId })
  const answer = await ana.request(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'accept-language': language },
  })
  expect(answer.status).toBe(400)
  return ((await answer.json()) as { details: Fault[] }).details // each test says what it expects
}

const wrongChoice = ['PUT', '/api/tickets/1', { status: 'gone' }] as const
const leftOut = ['POST', '/api/tickets', {}] as const
const tooLong = ['POST', '/api/messages/1', { body: 'a'.repeat(65_537) }] as const
const wrongType = ['POST', '/api/messages/1', { body: 7 }] as const

test.each([
  ['a choice that is none', wrongChoice, 'pt-BR', { field: 'status', message: 'Valor inválido.' }],
  ['a choice that is none', wrongChoice, 'tr', { field: 'status', message: 'Geçersiz değer.' }],
  ['a field left out', leftOut, 'en', { field: 'contactId', message: 'Required field.' }],
  ['too long a text', tooLong, 'es', { field: 'body', message: 'Texto demasiado largo.', hint: 'form.text.long' }],
  ['a number for a text', wrongType, 'pt-BR', { field: 'body', message: 'Valor inválido.' }],
])('%s', async (_, [method, path, body], language, expected) => {
  expect(await faultsOf(method, path, body, language)).toEqual([expected])
})

test('all invalid fields of a query are reported at once', async () => {
  const wrong = { pageNumber: '0', status: 'gone', showAll: 'perhaps', queueIds: '1', users: '{}', date: 'hoje' }
  const answer = await world()
    .attendant()
    .request(`/api/tickets?${new URLSearchParams(wrong)}`)
  const { details } = (await answer.json()) as { details: Fault[] }
  expect(details.map(({ field }) => field).toSorted()).toEqual(Object.keys(wrong).toSorted())
})

test.each([
  ['application/json', '[]', 400],
  ['application/json', '[{"name":"Ana"}]', 400],
  ['application/xml', '<name>Ana</name>', 415],
  ['application/octet-stream', 'Ana', 415],
  ['application/x-www-form-urlencoded', 'name=Ana', 415],
  ['text/plain', '{"name":"Ana"}', 415],
])('a body must be a JSON object: %s %s', async (type, body, status) => {
  const w = world()
  const { id } = w.contact()
  const change = { method: 'PUT', body, headers: { 'content-type': type } }
  expect((await w.attendant().request(`/api/contacts/${id}`, change)).status).toBe(status)
})
