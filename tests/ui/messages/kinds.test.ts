import { describe, expect, test } from 'bun:test'
import { callOutcome, groupDetail, groupLine } from '../../../ui/features/desk/rules/log'
import { AGAIN_AFTER, doing, done } from '../../../ui/features/desk/rules/presence'
import { isSticker } from '../../../ui/features/messages/rules/attachments'
import { lifeOf, priceText } from '../../../ui/features/messages/rules/kinds'
import {
  canCancel,
  canForward,
  canReact,
  canReply,
  deleted,
  mayReact,
  toggled,
  withContact,
} from '../../../ui/features/messages/rules/messageActions'
import { asMessage, type Outgoing } from '../../../ui/features/messages/rules/outgoing'
import { previewOf } from '../../../ui/features/messages/rules/preview'
import { receiptGroups } from '../../../ui/features/messages/rules/receipts'
import { media, message, ticket } from './support'

describe('what may be forwarded', () => {
  test('texts, locations, cards, and downloaded files', () => {
    for (const yes of [
      message(),
      message({ mediaType: 'location' }),
      message({ mediaType: 'vcard' }),
      message({ mediaType: 'image', media: media() }),
    ])
      expect(canForward(yes)).toBe(true)
    for (const no of [
      message({ id: 0 }),
      message({ isDeleted: true }),
      message({ mediaType: 'note' }),
      message({ mediaType: 'poll' }),
      message({ mediaType: 'call' }),
      message({ mediaType: 'image', media: media({ state: 'missing' }) }),
      message({ mediaType: 'image', media: media(), extra: { viewOnce: true } }),
    ])
      expect(canForward(no)).toBe(false)
  })
  test('ten contacts, twenty messages at most; a second click deselects', () => {
    const ten = Array.from({ length: 10 }, (_, id) => ({ id }))
    expect(withContact(ten, { id: 11 })).toBeNull()
    expect(withContact(ten, { id: 3 })).toHaveLength(9)
    expect(withContact(ten.slice(1), { id: 11 })).toHaveLength(10)
    expect(toggled([1, 2], 1)).toEqual([2])
    expect(toggled([2], 1)).toEqual([2, 1])
    const twenty = Array.from({ length: 20 }, (_, id) => id)
    expect(toggled(twenty, 21)).toBeNull()
    expect(toggled(twenty, 3)).toHaveLength(19)
  })
})

describe('what may be done with a message', () => {
  test('only a waiting one can be cancelled', () => {
    expect(canCancel(message({ ack: 1 }))).toBe(true)
    for (const no of [{ ack: 0 }, { ack: 2 }, { ack: 1, fromMe: false }, { ack: 1, mediaType: 'note' as const }])
      expect(canCancel(message(no))).toBe(false)
  })
  test('a call cannot be answered or reacted to', () => {
    const call = message({ mediaType: 'call', fromMe: false })
    expect(canReply(call)).toBe(false)
    expect(canReact(call)).toBe(false)
    expect(canReply(message({ mediaType: 'note' }))).toBe(false)
    expect(canReply(message())).toBe(true)
  })
  test('closed and colleagues’ tickets take no reactions; admin-only groups do', () => {
    const person = { id: 3, profile: 'user', allUserChat: false } as const
    const open = ticket({ userId: 3 })
    expect(mayReact(person, open, message())).toBe(true)
    expect(mayReact(person, { ...open, sendingBlocked: 'announce' }, message())).toBe(true)
    expect(mayReact(person, { ...open, sendingBlocked: 'notMember' }, message())).toBe(false)
    expect(mayReact(person, { ...open, status: 'closed' }, message())).toBe(false)
    expect(mayReact(person, { ...open, userId: 4 }, message())).toBe(false)
  })
  test('a deleted message reveals nothing of its content', () => {
    expect(deleted(message({ extra: { poll: { question: 'x', options: [], choices: 0 } } })).extra).toBeNull()
  })
})

describe('a pending message', () => {
  const pending = (more: Partial<Outgoing> = {}): Outgoing => ({
    clientId: 'c1',
    ticketId: 7,
    body: '',
    isNote: false,
    quoted: null,
    file: null,
    createdAt: '',
    state: 'sending',
    reason: null,
    ...more,
  })
  const author = { id: 1, name: 'Camila' }
  test('with a card or location looks final at once', () => {
    const place = { latitude: 1, longitude: 2, name: 'Loja', address: null, live: false }
    const carried = { kind: 'location', fields: { location: place }, extra: { place } } as const
    expect(asMessage(pending({ carried: { ...carried, fields: {} } }), author)).toMatchObject({
      mediaType: 'location',
      extra: { place },
    })
  })
  test('with a sticker is a sticker', () => {
    const file = { file: new File(['x'], 'a.webp'), url: 'blob:x', kind: 'sticker', size: null } as const
    expect(asMessage(pending({ file }), author).mediaType).toBe('sticker')
    expect(isSticker({ type: 'image/webp', size: 1024 * 1024 })).toBe(true)
    expect(isSticker({ type: 'image/webp', size: 1024 * 1024 + 1 })).toBe(false)
    expect(isSticker({ type: 'image/png', size: 10 })).toBe(false)
  })
})

describe('the typing report', () => {
  test('is sent once, then again only after a while or when it changes', () => {
    const first = doing(null, 'composing', 1_000)
    expect(first.report).toBe('composing')
    expect(doing(first.reported, 'composing', 1_000 + AGAIN_AFTER - 1).report).toBeNull()
    expect(doing(first.reported, 'composing', 1_000 + AGAIN_AFTER).report).toBe('composing')
    expect(doing(first.reported, 'recording', 1_001).report).toBe('recording')
  })
  test('is ended once, and not at all when nobody typed', () => {
    const { reported } = doing(null, 'composing', 0)
    expect(done(reported)).toEqual({ reported: null, report: 'paused' })
    expect(done(null).report).toBeNull()
  })
})

describe('receipts in a group', () => {
  const person = (id: number, name: string, times: [string | null, string | null, string | null]) => ({
    id,
    contactId: null,
    name,
    number: null,
    profilePicUrl: null,
    deliveredAt: times[0],
    readAt: times[1],
    playedAt: times[2],
  })
  test('list each member once, by furthest status, the latest first', () => {
    const groups = receiptGroups([
      person(1, 'Zoé', [null, null, null]),
      person(2, 'Ana', [null, null, null]),
      person(3, 'Bia', ['2026-01-01T10:00:00Z', '2026-01-01T10:01:00Z', null]),
      person(4, 'Caio', ['2026-01-01T10:00:00Z', '2026-01-01T10:05:00Z', null]),
      person(5, 'Davi', ['2026-01-01T10:00:00Z', null, null]),
    ])
    expect(groups.map(({ stage, people }) => [stage, people.map(({ participant }) => participant.name)])).toEqual([
      ['read', ['Caio', 'Bia']],
      ['delivered', ['Davi']],
      ['waiting', ['Ana', 'Zoé']],
    ])
  })
})

describe('log entries', () => {
  test.each([
    [{ change: 'joined', who: 'Ana, Bia', more: 3, us: 1, by: 'Caio' }, 'joined'],
    [{ change: 'announce', value: 1 }, 'announceOn'],
    [{ change: 'announce', value: 0 }, 'announceOff'],
    [{ change: 'membersAdd', value: 1 }, 'membersAddOn'],
    [{ change: 'subject', value: 'Obra 12' }, 'subject'],
    [{ change: 'addressing', value: 'lid' }, 'changed'],
  ] as const)('%j', (data, expected) => expect(groupLine(data)).toBe(expected))

  test('say who did what', () => {
    expect(groupDetail({ change: 'joined', who: 'Ana', more: 3, us: 1, by: 'Caio' })).toEqual({
      words: 'Ana',
      more: 3,
      us: true,
      by: 'Caio',
    })
    expect(groupDetail({ change: 'subject', value: 'Obra 12' })).toMatchObject({ words: 'Obra 12', by: null })
    expect(groupDetail({ change: 'announce', value: 1 }).words).toBeNull()
    expect(callOutcome({ outcome: 'missed', video: 0 })).toBe('missed')
    expect(callOutcome({})).toBe('ringing')
  })
})

describe('helpers', () => {
  test('how long a message lasts', () => {
    expect(lifeOf(604_800)).toEqual({ unit: 'days', count: 7 })
    expect(lifeOf(86_400)).toEqual({ unit: 'days', count: 1 })
    expect(lifeOf(5_400)).toEqual({ unit: 'minutes', count: 90 })
    expect(lifeOf(20)).toEqual({ unit: 'minutes', count: 1 })
    expect(lifeOf(0)).toEqual({ unit: null, count: 0 })
  })
  test('a price in its currency, and an unknown currency as it came', () => {
    const space = /\s/g
    expect(priceText({ amount1000: 1_299_900, currency: 'BRL', count: null }, 'pt-BR')?.replace(space, ' ')).toBe(
      'R$ 1.299,90',
    )
    expect(priceText({ amount1000: 5_000, currency: 'pontos', count: null }, 'pt-BR')).toBe('5,00 pontos')
    expect(priceText({ amount1000: null, currency: 'BRL', count: 2 }, 'pt-BR')).toBeNull()
  })
})

test('a voice note in the list shows its length; text that looks like one does not', () => {
  expect(previewOf({ body: '0:42', mediaType: 'ptt' })).toEqual({ icon: 'mic', text: '', word: 'ptt', length: '0:42' })
  expect(previewOf({ body: '', mediaType: 'ptt' })).toEqual({ icon: 'mic', text: '', word: 'ptt' })
  expect(previewOf({ body: '0:42', mediaType: 'chat' })).toEqual({ icon: null, text: '0:42', word: null })
})
