import { describe, expect, test } from 'bun:test'
import { FAILED } from '../../../src/channels/contract'
import type { LastMessage } from '../../../src/tickets/contract'
import type { Message } from '../../../src/tickets/messages/contract'
import {
  type ConversationItem,
  conversationItems,
  isUnreadOver,
  type TicketBoundary,
  unreadIn,
} from '../../../ui/features/messages/rules/conversation'
import { type Outgoing, rowWords, withOutgoing } from '../../../ui/features/messages/rules/outgoing'
import { media, message as plainMessage } from './support'

const message = (id: number, at: string, more: Partial<Message> = {}) =>
  plainMessage({
    id,
    ticketId: 1,
    contactId: 1,
    body: `m${id}`,
    fromMe: false,
    ack: 3,
    contact: { name: 'Mariana' },
    createdAt: `2026-11-${at}:00.000Z`,
    ...more,
  })
const boundary = (id: number, closedAt: string | null = null): TicketBoundary => ({
  id,
  createdAt: '2026-11-17T10:00:00.000Z',
  closedAt,
  userName: 'Camila',
  steps: [],
  queueName: 'Vendas',
  whatsapp: { id: 1, name: 'Loja', channel: 'whatsapp' as const },
})
const options = { dayOf: (at: string) => at.slice(0, 10), boundaries: [boundary(1), boundary(2)], hasOlder: true }
const lines = (...messages: Message[]) => messages.map((message) => ({ message, pending: null }))
const shape = (items: ConversationItem[]) =>
  items.map((item) =>
    item.kind === 'album'
      ? item.bubbles.map(({ message }) => message.id).join('+')
      : item.kind === 'message'
        ? `${item.message.id}${item.first ? '(' : ''}${item.last ? ')' : ''}`
        : item.kind,
  )

describe('a conversation', () => {
  test('is divided by days and grouped by author', () => {
    const items = conversationItems(
      lines(
        message(1, '17T14:05'),
        message(2, '17T14:06'),
        message(3, '17T14:07', { fromMe: true }),
        message(4, '18T09:00', { fromMe: true }),
      ),
      options,
    )
    expect(shape(items)).toEqual(['1(', '2)', '3()', 'day', '4()'])
  })

  test('shows a transfer between the messages before and after it, and splits a group there', () => {
    const step = (id: number, at: string) => ({
      id,
      kind: 'transferred' as const,
      by: 'Ana',
      user: 'Beto',
      queue: null,
      at: `2026-11-${at}.000Z`,
    })
    const boundaries = [
      { ...boundary(1), steps: [step(9, '17T13:00:00'), step(10, '17T14:05:30'), step(11, '17T15:00:00')] },
    ]
    const said = lines(message(1, '17T14:05'), message(2, '17T14:06'))
    // The first is older than the loaded pages.
    expect(shape(conversationItems(said, { ...options, boundaries }))).toEqual(['1()', 'step', '2()', 'step'])
  })

  test('starts a new group after five minutes of silence, and for another member, another attendant and a note', () => {
    const items = conversationItems(
      lines(
        message(1, '17T14:00'),
        message(2, '17T14:05'),
        message(3, '17T14:06', { contact: { name: 'Wesley' } }),
        message(4, '17T14:06', { fromMe: true, user: { id: 1, name: 'Ana' } }),
        message(5, '17T14:06', { fromMe: true, user: { id: 2, name: 'Beto' } }),
        message(6, '17T14:06', { fromMe: true, user: { id: 2, name: 'Beto' }, mediaType: 'note' }),
      ),
      options,
    )
    expect(shape(items)).toEqual(['1()', '2()', '3()', '4()', '5()', '6()'])
  })

  test('shows pictures that came together as an album, and each stays a message', () => {
    const picture = (id: number, at: string, more: Partial<Message> = {}) =>
      message(id, at, { body: '', mediaType: 'image', media: media(), ...more })
    const shapeOf = (...said: Message[]) => shape(conversationItems(lines(...said), options))
    const near = [picture(1, '17T14:00'), picture(2, '17T14:01'), picture(3, '17T14:02')]
    expect(shapeOf(...near)).toEqual(['1+2+3'])
    expect(shapeOf(picture(1, '17T14:00'), picture(2, '17T14:02'))).toEqual(['1(', '2)'])
    const album = { extra: { album: 'A' } }
    expect(shapeOf(picture(1, '17T14:00', album), picture(2, '17T14:03', album))).toEqual(['1+2'])
    expect(shapeOf(picture(1, '17T14:00'), picture(2, '17T14:00', { mediaType: 'video' }))).toEqual(['1+2'])
    // A caption or a pending action sets one apart, and so does another author, or an earlier read.
    for (const other of [
      { body: 'olha' },
      { mediaType: 'video' as const, extra: { playback: 'note' as const } },
      { isDeleted: true },
      { media: media({ state: 'failed' }) },
      { extra: { forwarded: 'once' as const } },
      { contact: { name: 'Wesley' } },
      { fromMe: true },
    ])
      expect(shapeOf(picture(1, '17T14:00'), picture(2, '17T14:00', other))).toHaveLength(2)
    expect(shapeOf(...near.map((one) => ({ ...one, fromMe: true, ack: FAILED })))).toHaveLength(3)
    expect(shapeOf(...Array.from({ length: 21 }, (_, n) => picture(n + 1, '17T14:00')))).toHaveLength(2)
    const unread = { from: 2, count: 2 }
    expect(shape(conversationItems(lines(...near), { ...options, unread }))).toEqual(['1()', 'unread', '2+3'])
    // The position of the text being read does not change when another arrives.
    const keys = (...said: Message[]) => conversationItems(lines(...said), options).map(({ key }) => key)
    expect(keys(...near)).toEqual(keys(...near.slice(0, 1)))
  })

  test('shows where the user stopped reading, and sets unread messages apart', () => {
    const said = [
      message(1, '17T14:05'),
      message(2, '17T14:06'),
      message(3, '17T14:07', { fromMe: true, mediaType: 'note' }),
      message(4, '17T14:08'),
    ]
    const unread = unreadIn(said, 2)
    expect(unread).toEqual({ from: 2, count: 2 })
    expect(shape(conversationItems(lines(...said), { ...options, unread }))).toEqual([
      '1()',
      'unread',
      '2()',
      '3()',
      '4()',
    ])
    expect([unreadIn(said, 0), unreadIn(said, 4)]).toEqual([undefined, undefined])
    const answer = message(5, '17T14:09', { fromMe: true, user: { id: 1, name: 'Ana' } })
    expect(shape(conversationItems(lines(...said, answer), { ...options, unread }))).toEqual([
      '1(',
      '2)',
      '3()',
      '4()',
      '5()',
    ])
    expect(unreadIn([...said, answer, message(6, '17T14:10')], 3)).toEqual({ from: 6, count: 1 })
    expect(unreadIn([...said, answer], 3)).toBeUndefined()
  })

  test('links to unread messages until somebody answers, also while the contact goes on writing', () => {
    const said = [message(1, '17T14:05'), message(2, '17T14:06')]
    const answer = message(3, '17T14:07', { fromMe: true, user: { id: 1, name: 'Ana' } })
    const [unread, more] = [unreadIn(said, 2), message(4, '17T14:08')]
    const isOver = (...all: Message[]) => isUnreadOver(conversationItems(lines(...all), { ...options, unread }))
    expect([isOver(...said), isOver(...said, answer), isOver(...said, answer, more)]).toEqual([false, true, true])
    expect(isUnreadOver(conversationItems(lines(...said), options))).toBe(false)
  })

  test('shows where one ticket ended and the next began', () => {
    const closed = boundary(1, '2026-11-17T14:22:00.000Z')
    const items = conversationItems(lines(message(1, '17T14:05'), message(2, '19T08:00', { ticketId: 2 })), {
      ...options,
      boundaries: [closed, boundary(2)],
    })
    expect(shape(items)).toEqual(['1()', 'ended', 'day', 'started', '2()'])
    expect(items[1]).toMatchObject({ boundary: { id: 1 } })
    expect(items[3]).toMatchObject({ boundary: { id: 2 } })
  })

  test('the very first message has a day and ticket heading only when nothing older can load', () => {
    expect(shape(conversationItems(lines(message(1, '17T14:05')), { ...options, hasOlder: false }))).toEqual([
      'day',
      'started',
      '1()',
    ])
  })

  test('keys are unique and survive the server’s response', () => {
    const items = conversationItems(lines(message(1, '17T14:05', { clientId: 'abc' }), message(2, '17T14:06')), options)
    const keys = items.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toContain('abc')
  })
})

describe('a pending message', () => {
  const author = { id: 1, name: 'Rafael' }
  const pending = (clientId: string, more: Partial<Outgoing> = {}): Outgoing => ({
    clientId,
    ticketId: 1,
    body: 'oi',
    isNote: false,
    quoted: null,
    file: null,
    createdAt: '2026-11-17T15:00:00.000Z',
    state: 'sending',
    reason: null,
    ...more,
  })

  test('is shown after stored ones, with a clock, and with its author', () => {
    const shown = withOutgoing([message(1, '17T14:05')], [pending('a')], author)
    expect(shown.map(({ message }) => [message.body, message.ack, message.fromMe])).toEqual([
      ['m1', 3, false],
      ['oi', 1, true],
    ])
    expect(shown[1]?.message.user).toEqual(author)
  })

  test('is never shown twice, whether the response or the event comes first', () => {
    const stored = message(7, '17T15:00', { clientId: 'a', fromMe: true })
    expect(withOutgoing([stored], [pending('a'), pending('b')], author).map(({ message }) => message.clientId)).toEqual(
      ['a', 'b'],
    )
  })

  test('shows a red mark once refused, and a note stays a note', () => {
    const [refused, note] = withOutgoing(
      [],
      [pending('a', { state: 'refused' }), pending('b', { isNote: true })],
      author,
    )
    expect(refused?.message.ack).toBe(0)
    expect(note?.message.mediaType).toBe('note')
  })

  test('shows in the list when refused or offline, but not in normal sending', () => {
    const lastOf = (...outgoing: Outgoing[]) => rowWords(null, outgoing, author).last
    expect(lastOf()).toBeNull()
    expect(lastOf(pending('a'))).toBeNull()
    const waiting = pending('b', { state: 'waiting', body: 'espera' })
    expect(lastOf(waiting, pending('c'))).toMatchObject({ body: 'espera', ack: 1, fromMe: true, author: 'Rafael' })
    const refused = pending('a', { state: 'refused', body: 'recusada' })
    expect(lastOf(refused, waiting)).toMatchObject({ body: 'recusada', ack: 0 })
  })

  test('once refused is replaced in the list by later messages, which are marked', () => {
    const refused = pending('a', { state: 'refused', body: 'recusada', behind: 5 })
    const stored = (id: number): LastMessage => ({
      id,
      body: 'e aí?',
      fromMe: false,
      ack: 0,
      mediaType: 'chat',
      author: null,
      origin: null,
      isDeleted: false,
    })
    expect(rowWords(stored(5), [refused], author)).toMatchObject({ last: { body: 'recusada' }, isMarked: false })
    expect(rowWords(stored(6), [refused], author)).toEqual({ last: stored(6), isMarked: true })
    const waiting = pending('b', { state: 'waiting', body: 'espera', behind: 6 })
    expect(rowWords(stored(6), [refused, waiting], author)).toMatchObject({ last: { body: 'espera' }, isMarked: true })
    const { behind: _, ...early } = refused
    expect(rowWords(stored(6), [early], author)).toMatchObject({ last: { body: 'recusada' }, isMarked: false })
  })
})
