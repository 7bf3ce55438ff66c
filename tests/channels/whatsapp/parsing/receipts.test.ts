/** Parsing of receipts. */
import { expect, test } from 'bun:test'
import { receiptOf } from '../../../../src/channels/whatsapp/parsing/receipts'

const group = { id: 'A', from: '120-3@g.us', participant: '9:2@lid' }

const tick = (attrs: Record<string, string>, ids: readonly string[] = []) =>
  receiptOf({
    tag: 'receipt',
    attrs,
    content: [{ tag: 'list', attrs: {}, content: ids.map((id) => ({ tag: 'item', attrs: { id } })) }],
  })

test('a receipt covers all its message ids', () => {
  const chat = [{ kind: 'phone', value: '5511' }] as const
  expect(tick({ id: 'A', from: '5511:3@s.whatsapp.net', type: 'read', t: '7' }, ['B'])).toEqual({
    externalIds: ['A', 'B'],
    chat,
    ack: 4,
    participant: null,
    at: 7_000,
  })
  expect(tick({ id: 'A', from: '5511@s.whatsapp.net' })).toMatchObject({ ack: 3, chat, at: null })
  expect(tick({ id: 'A', from: '5511@s.whatsapp.net', t: 'soon' })?.at).toBeNull()
  expect(tick({ id: 'A', from: '42@lid', type: 'inactive' })).toMatchObject({ ack: 3, chat: [{ kind: 'lid' }] })
  expect(tick({ id: 'A', from: '5511@s.whatsapp.net', type: 'played' })?.ack).toBe(5)
})

test('ignores receipts of our own devices and receipts outside conversations', () => {
  const from = '5511@s.whatsapp.net'
  expect(tick({ id: 'A', from, type: 'read', recipient: '5522@s.whatsapp.net' })).toBeNull()
  for (const type of ['retry', 'sender', 'peer_msg', 'hist_sync', 'server-error', 'constructor'])
    expect(tick({ id: 'A', from, type })).toBeNull()
  expect(tick({ id: 'A', from: 'status@broadcast', type: 'read' })).toBeNull()
})

test('limits the number of ids and ignores invalid ones', () => {
  const from = '5511@s.whatsapp.net'
  const many = Array.from({ length: 50_000 }, (_, at) => `ID${at}`)
  expect(tick({ id: 'A', from }, many)?.externalIds).toEqual(['A', ...many.slice(0, 1_000)])
  const long = 'x'.repeat(10_000)
  expect(tick({ id: 'A', from }, [long])?.externalIds).toEqual(['A'])
  expect(tick({ id: long, from })).toBeNull()
})

test('a group receipt has its participant', () => {
  const more = [{ tag: 'list', attrs: {}, content: [{ tag: 'item', attrs: { id: 'B' } }] }]
  expect(receiptOf({ tag: 'receipt', attrs: { ...group, t: '7' }, content: more })).toEqual({
    externalIds: ['A', 'B'],
    chat: [{ kind: 'group', value: '120-3' }],
    ack: 3,
    participant: { kind: 'lid', value: '9' },
    at: 7000,
  })
  expect(receiptOf({ tag: 'receipt', attrs: { ...group, type: 'read' } })?.ack).toBe(4)
  expect(receiptOf({ tag: 'receipt', attrs: { ...group, type: 'played' } })?.ack).toBe(5)
})

test('ignores group receipts for messages of others', () => {
  for (const more of [{ type: 'retry' }, { recipient: '5511@s.whatsapp.net' }, { participant: '' }])
    expect(receiptOf({ tag: 'receipt', attrs: { ...group, ...more } })).toBeNull()
})
