import { expect, test } from 'bun:test'
import { newExternalId, previewOf, raisedAck, shownAt } from '../../../src/tickets/messages/message'

test('a delivery status never goes down, and an edit in flight ends only by its own result', () => {
  for (const before of [0, 1, 2, 3, 4, 5, 99])
    for (const reported of [0, 1, 2, 3, 4, 5])
      expect(raisedAck(before, reported)).toBe(before === 99 ? 99 : Math.max(before, reported))
})

test.each([
  ['chat', '  oi \n\n tudo   bem? ', null, 'oi tudo bem?'],
  ['chat', 'a'.repeat(300), null, 'a'.repeat(250)],
  ['image', '', 'foto.png', ''],
  ['image', 'legenda', 'foto.png', 'legenda'],
  ['document', '', 'nota.pdf', 'nota.pdf'],
  ['document', '', null, ''],
  ['chat', `${'a'.repeat(249)}😀`, null, 'a'.repeat(249)],
] as const)('a %s with %p has the right list preview', (kind, body, name, shown) =>
  expect(previewOf({ kind, body, extra: null, media: { name, seconds: null } })).toBe(shown),
)

test.each([
  ['ptt', 42.4, '0:42'],
  ['ptt', 125, '2:05'],
  ['ptt', null, ''],
  ['video', 42, ''],
] as const)('a %s of %p seconds has the list preview %p', (kind, seconds, shown) =>
  expect(previewOf({ kind, body: '', extra: null, media: { name: null, seconds } })).toBe(shown),
)

test('a list preview names people before it is cut', () => {
  const extra = { mentions: [{ token: '5511987654321', name: 'Ana' }] }
  const body = `${'a'.repeat(240)} @5511987654321, veja`
  expect(previewOf({ kind: 'chat', body, extra, media: null })).toBe(`${'a'.repeat(240)} @Ana, vej`)
})

test.each([
  ['its own time', 50, 40, 100, 50],
  ['not before what was shown', 30, 40, 100, 40],
  ['not in the future', 500, 40, 100, 100],
  ['after what was shown even when that lies ahead', 500, 200, 100, 200],
] as const)('a message is shown under %s', (_, sentAt, lastAt, now, expected) =>
  expect(shownAt(sentAt, lastAt, now)).toBe(expected),
)

test('our ids look like WhatsApp’s own and never repeat', () => {
  const ids = Array.from({ length: 10_000 }, newExternalId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^3EB0[0-9A-F]{18}$/.test(id))).toBe(true)
})
