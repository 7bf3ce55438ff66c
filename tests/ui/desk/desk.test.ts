import { describe, expect, test } from 'bun:test'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { Message } from '../../../src/tickets/messages/contract'
import { concerns, noticeKindOf } from '../../../ui/features/desk/notify/sound'
import {
  answered,
  belongsTo,
  byMovement,
  byWait,
  choiceOf,
  isIdle,
  isReadBy,
  lastQueueOf,
  listOf,
  needsQueue,
  newerTicket,
  queryOf,
  tabStop,
} from '../../../ui/features/desk/rules/lists'
import { transferFault } from '../../../ui/features/desk/rules/moves'
import { refusalText } from '../../../ui/features/messages/refusal'
import { mapAddress, pointIn } from '../../../ui/features/messages/rules/kinds'
import { whyNotWrite } from '../../../ui/features/messages/rules/messageActions'
import {
  isConversationOf,
  isOf,
  joinBoundaries,
  lacks,
  laterMessage,
  updateIn,
} from '../../../ui/features/messages/rules/messages'
import { previewOf } from '../../../ui/features/messages/rules/preview'
import { laterAck } from '../../../ui/features/messages/rules/receipts'
import { estimateHeight, frameRatio } from '../../../ui/features/messages/rules/sizes'
import { levelsOf } from '../../../ui/features/messages/rules/voice'
import { tagsOnTickets } from '../../../ui/features/tags/ticketPart'
import { ApiError } from '../../../ui/shared/session/failure'
import { ME, media, message as plainMessage, ticket } from '../messages/support'
import { textIn } from '../support/texts'

describe('Which tickets belong to a list', () => {
  const none = {
    showAll: false,
    queueIds: null,
    connectionIds: null,
    userId: null,
    extras: null,
    unreadOnly: false,
    movedOn: null,
    search: '',
  }
  const reader = { userId: ME, dayOf: (at: string) => at.slice(0, 10) }
  const attending = belongsTo(choiceOf('open', 'open', none), reader)
  const waiting = belongsTo(choiceOf('open', 'pending', none), reader)
  const everybody = belongsTo(choiceOf('open', 'open', { ...none, showAll: true }), reader)
  const closed = belongsTo(choiceOf('closed', 'open', none), reader)
  const groups = belongsTo(choiceOf('group', 'open', none), reader)

  test('the user’s own open tickets, everybody’s waiting ones', () => {
    expect(attending(ticket())).toBe(true)
    expect(attending(ticket({ userId: 2 }))).toBe(false)
    expect(attending(ticket({ status: 'pending', userId: null }))).toBe(false)
    expect(waiting(ticket({ status: 'pending', userId: null }))).toBe(true)
    expect(everybody(ticket({ userId: 2 }))).toBe(true)
  })
  test('closed tickets belong to their owner, groups to nobody', () => {
    expect(closed(ticket({ status: 'closed' }))).toBe(true)
    expect(closed(ticket({ status: 'closed', userId: 2 }))).toBe(false)
    expect(groups(ticket({ isGroup: true, userId: null }))).toBe(true)
    expect(groups(ticket())).toBe(false)
    expect(attending(ticket({ isGroup: true }))).toBe(false)
  })
  test('a ticket is found in the list that is its own', () => {
    for (const status of ['open', 'pending', 'closed'] as const)
      for (const [isGroup, isBot] of [
        [false, false],
        [false, true],
        [true, false],
      ] as const) {
        const one = ticket({ status, isGroup, isBot })
        const { tab, segment } = listOf(one)
        expect([status, isGroup, isBot, belongsTo(choiceOf(tab, segment, none), reader)(one)]).toEqual([
          status,
          isGroup,
          isBot,
          true,
        ])
      }
  })
  test('filters by queue and connection; 0 means "no queue"', () => {
    const filtered = belongsTo(choiceOf('open', 'open', { ...none, queueIds: [0, 4], connectionIds: [2] }), reader)
    expect(filtered(ticket())).toBe(false)
    expect(filtered(ticket({ queueId: 4 }))).toBe(true)
    expect(filtered(ticket({ queueId: null }))).toBe(true)
    expect(filtered(ticket({ queueId: null, whatsappId: 5 }))).toBe(false)
  })
  test('the attendant filter covers everybody’s tickets, but not waiting ones and groups', () => {
    const of2 = { ...none, userId: 2 }
    expect(belongsTo(choiceOf('open', 'open', of2), reader)(ticket({ userId: 2 }))).toBe(true)
    expect(belongsTo(choiceOf('open', 'open', of2), reader)(ticket())).toBe(false)
    expect(belongsTo(choiceOf('closed', 'open', of2), reader)(ticket({ userId: 2, status: 'closed' }))).toBe(true)
    expect(belongsTo(choiceOf('open', 'pending', of2), reader)(ticket({ userId: null, status: 'pending' }))).toBe(true)
    expect(belongsTo(choiceOf('group', 'open', of2), reader)(ticket({ userId: null, isGroup: true }))).toBe(true)
  })
  test('a ticket that is read, or active on another day, leaves the list filtered by unread or day', () => {
    const unread = belongsTo(choiceOf('open', 'open', { ...none, unreadOnly: true }), reader)
    expect([{}, { unreadMessages: 1 }, { isMarkUnread: true }].map((more) => unread(ticket(more)))).toEqual([
      false,
      true,
      true,
    ])
    const that = belongsTo(
      choiceOf('open', 'open', { ...none, movedOn: { from: '2026-11-20', to: '2026-11-20' } }),
      reader,
    )
    expect(that(ticket({ updatedAt: '2026-11-20T23:59:59.999Z' }))).toBe(true)
    expect(that(ticket({ updatedAt: '2026-11-21T00:00:00.000Z' }))).toBe(false)
  })
  test('a ticket must have all selected tags, and an empty search lists nothing', () => {
    const wanted = choiceOf('open', 'open', { ...none, extras: { tags: [1, 2] } })
    const tagged = belongsTo(wanted, reader, [tagsOnTickets])
    const tag = (id: number) => ({ id, name: `t${id}`, color: '#fff' })
    expect(tagged(ticket({ tags: [tag(2), tag(3), tag(1)] }))).toBe(true)
    expect(tagged(ticket({ tags: [tag(2), tag(3)] }))).toBe(false)
    const idle = (more: object) => isIdle(choiceOf('search', 'open', { ...none, ...more }))
    expect([idle({}), idle({ extras: { tags: [1] } }), idle({ search: 'ana' })]).toEqual([true, false, false])
    expect(isIdle(choiceOf('closed', 'open', none))).toBe(false)
  })
  test('latest activity comes first, and an outdated version changes nothing', () => {
    const [early, late] = [
      ticket({ updatedAt: '2026-11-21T10:00:00.000Z' }),
      ticket({ updatedAt: '2026-11-21T10:00:00.001Z' }),
    ]
    expect(byMovement(early, late)).toBeGreaterThan(0)
    expect(newerTicket(late, early)).toBe(late)
    expect(newerTicket(early, late)).toBe(late)
  })
  test('the longest wait comes first among waiting tickets, and tickets that do not wait come last', () => {
    const since = (id: number, waitingSince: string | null) => ticket({ id, waitingSince })
    const rows = [
      since(1, null),
      since(2, '2026-11-21T10:00:00.001Z'),
      since(4, '2026-11-21T10:00:00.000Z'),
      since(3, '2026-11-21T10:00:00.000Z'),
    ]
    expect(rows.toSorted(byWait).map(({ id }) => id)).toEqual([3, 4, 2, 1])
  })
  test('each segment has its own order, other lists have one, and none of them shows only late tickets', () => {
    const orders = { open: 'recent', pending: 'waiting' } as const
    const asked = (...of: Parameters<typeof choiceOf>) => {
      const { order, late } = { order: undefined, late: undefined, ...queryOf(choiceOf(...of)) }
      return [order, late]
    }
    const filters = { ...none, orders, lateOnly: true }
    expect(asked('open', 'pending', filters)).toEqual(['waiting', 'true'])
    expect(asked('group', 'pending', filters)).toEqual(['waiting', 'true'])
    expect(asked('open', 'open', filters)).toEqual([undefined, 'true'])
    expect(asked('closed', 'pending', filters)).toEqual([undefined, undefined])
    expect(asked('search', 'pending', filters)).toEqual([undefined, undefined])
    expect(asked('open', 'pending', none)).toEqual(['waiting', undefined])
  })
  test('a ticket that waits too long is late; an answered one is not', () => {
    const late = belongsTo(choiceOf('open', 'pending', { ...none, lateOnly: true }), {
      ...reader,
      isLate: (since) => since < '2026-11-21T10:00:00.000Z',
    })
    const waits = (waitingSince: string | null) => late(ticket({ status: 'pending', waitingSince }))
    expect([waits('2026-11-21T09:59:00.000Z'), waits('2026-11-21T10:01:00.000Z'), waits(null)]).toEqual([
      true,
      false,
      false,
    ])
  })
  test('the previous ticket’s queue is proposed to users with several queues', () => {
    const tickets = [ticket({ id: 7, queueId: 1 }), ticket({ id: 5, queueId: null }), ticket({ id: 3, queueId: 2 })]
    expect([lastQueueOf(tickets, 7), lastQueueOf(tickets, 3), lastQueueOf([], 7)]).toEqual([2, 1, null])
    const asks = (queueId: number | null, queueIds: number[]) => needsQueue({ queueId }, { queueIds })
    expect([asks(null, [1, 2]), asks(null, [1]), asks(null, []), asks(2, [1, 2])]).toEqual([true, false, false, false])
  })
  test('users mark their own tickets and groups as read', () => {
    const unread = { unreadMessages: 1 }
    const reads = (more: Partial<TicketSummary>) => isReadBy(ticket(more), ME)
    expect([reads(unread), reads({ isMarkUnread: true }), reads({ ...unread, userId: null, isGroup: true })]).toEqual([
      true,
      true,
      true,
    ])
    expect([reads({}), reads({ ...unread, userId: 2 }), reads({ ...unread, userId: null, status: 'pending' })]).toEqual(
      [false, false, false],
    )
  })
  test('a read after a move stays read when the move’s response comes last', () => {
    const moment = { updatedAt: '2026-11-21T10:00:00.001Z' }
    const shown = ticket({ unreadMessages: 3 })
    const answer = ticket({ ...moment, unreadMessages: 3 })
    const heardAndRead = ticket({ ...moment, unreadMessages: 0 })
    expect(answered(heardAndRead, answer)).toBe(heardAndRead)
    expect(answered(shown, answer)).toBe(answer)
  })
})

describe('two versions of a message', () => {
  const message = (more: Partial<Message> = {}) => plainMessage({ ack: 1, ...more })

  test('a message without a ticket enters its contact’s conversation, and no other', () => {
    const said = message({ id: 2, ticketId: null })
    expect(updateIn(ticket({ contactId: said.contactId }), said)).toEqual({ put: said })
    expect(updateIn(ticket({ contactId: said.contactId + 1 }), said)).toMatchObject({ patch: 2 })
    expect(updateIn(ticket({ contactId: said.contactId }), message({ id: 2 }))).toMatchObject({ patch: 2 })
  })

  test('in a group, a message received by another of our numbers belongs to that number’s conversation', () => {
    const group = ticket({ isGroup: true, whatsappId: 2 })
    const news = (whatsappId: number) => ({ message: message(), ticket: { whatsappId } })
    expect([isOf(group, news(2)), isOf(group, news(3)), isOf({ ...group, isGroup: false }, news(3))]).toEqual([
      true,
      false,
      true,
    ])
  })

  const loaded = (items: readonly Message[], hasMore = false) => ({
    queryKey: ['messages', 7],
    state: { data: { items, hasMore } },
  })

  test('after a merge both contacts’ conversations are refetched, and empty ones, which may be with either', () => {
    const lists = [loaded([message()]), loaded([]), loaded([message({ contactId: 8 })])]
    expect(lists.map(isConversationOf([9, 5]))).toEqual([true, true, false])
    expect(isConversationOf([9])({ ...loaded([]), queryKey: ['tickets'] })).toBe(false)
  })

  test('a ticket that becomes visible is missing if it sorts among the loaded rows', () => {
    const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`
    const list = loaded([message({ createdAt: at(5) }), message({ createdAt: at(3) })], true)
    const last = {
      id: 4,
      body: '',
      fromMe: false,
      ack: 0,
      mediaType: 'chat',
      author: null,
      origin: null,
      isDeleted: false,
    } as const
    const hidden = (until: number) => ticket({ id: 8, last, createdAt: at(1), updatedAt: at(until) })
    expect([lacks(hidden(4))(list), lacks(hidden(2))(list), lacks({ ...hidden(4), id: 7 })(list)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('an older version that arrives late reverts neither delivery status nor downloads', () => {
    const later = laterMessage(
      message({ ack: 4, mediaUrl: '/m', media: media() }),
      message({ ack: 2, media: media({ state: 'missing' }) }),
    )
    expect(later).toMatchObject({ ack: 4, mediaUrl: '/m', media: { state: 'ready' } })
  })
  test('the higher revision stays, whichever comes first, with the better delivery status of both', () => {
    const before = message({ ack: 4, body: 'antes' })
    const after = message({ ack: 2, body: '', isDeleted: true, revision: 1 })
    for (const later of [laterMessage(before, after), laterMessage(after, before)])
      expect(later).toMatchObject({ ack: 4, body: '', isDeleted: true, revision: 1 })
    const back = message({ ack: 2, body: 'antes', revision: 2 })
    for (const later of [laterMessage(after, back), laterMessage(back, after)])
      expect(later).toMatchObject({ body: 'antes', isDeleted: false })
  })
  test('a deleted message keeps no file', () => {
    const shown = message({ mediaUrl: '/m', media: media() })
    expect(laterMessage(shown, message({ isDeleted: true, revision: 1 }))).toMatchObject({
      media: null,
      mediaUrl: null,
    })
  })
  test('a pending edit starts and ends with a revision, and a late delivery status does not end it', () => {
    const [read, editing] = [message({ ack: 4 }), message({ ack: 99, body: 'novo', revision: 1 })]
    expect(laterMessage(read, editing).ack).toBe(99)
    expect(laterMessage(editing, read).ack).toBe(99)
    expect(laterAck(99, 4)).toBe(99)
    const done = message({ ack: 3, body: 'novo', revision: 2 })
    expect(laterMessage(editing, done).ack).toBe(3)
    expect(laterMessage(done, editing).ack).toBe(3)
  })
  test('boundaries of two pages are merged, the newer one winning', () => {
    const boundary = (id: number, closedAt: string | null = null) => ({
      id,
      createdAt: '',
      closedAt,
      userName: null,
      queueName: null,
      whatsapp: { id: 1, name: 'Loja', channel: 'whatsapp' as const },
      steps: [],
    })
    expect(
      joinBoundaries({ boundaries: [boundary(1), boundary(2)] }, { boundaries: [boundary(2, 'now'), boundary(3)] })
        .boundaries,
    ).toEqual([boundary(1), boundary(2, 'now'), boundary(3)])
  })
})

describe('notifications with a sound', () => {
  const news = (more: Partial<TicketSummary> = {}, fromMe = false) => ({ message: { fromMe }, ticket: ticket(more) })
  test('are for the user’s own and waiting tickets', () => {
    expect(concerns(news(), ME)).toBe(true)
    expect(concerns(news({ status: 'pending', userId: null }), ME)).toBe(true)
  })
  test('each have one kind, by which users choose', () => {
    const kind = (more: Partial<TicketSummary>) => noticeKindOf(news(more))
    expect([kind({}), kind({ status: 'pending', userId: null }), kind({ isGroup: true, status: 'pending' })]).toEqual([
      'own',
      'waiting',
      'groups',
    ])
  })
  test('are not for colleagues’ tickets, bot tickets, or our own messages', () => {
    expect(concerns(news({ userId: 2 }), ME)).toBe(false)
    expect(concerns(news({ isBot: true }), ME)).toBe(false)
    expect(concerns(news({}, true), ME)).toBe(false)
  })
})

describe('the tab stop', () => {
  const drawn = [ticket({ id: 1, uuid: 'u1' }), ticket({ id: 2, uuid: 'u2' }), ticket({ id: 3, uuid: 'u3' })]
  test.each([
    ['the row the arrows reached', { reached: 3, open: 'u2' }, 3],
    ['the open one', { reached: null, open: 'u2' }, 2],
    ['the first, where neither is drawn', { reached: 9, open: 'u9' }, 1],
  ])('stops at %s', (_, at, id) => expect(tabStop(drawn, at)).toBe(id))
  test('of an empty list is nowhere', () => expect(tabStop([], { reached: 1, open: 'u1' })).toBeUndefined())
})

describe('a row’s second line', () => {
  test.each([
    ['chat', 'a *b*', { icon: null, text: 'a b', word: null }],
    ['image', '', { icon: 'image', text: '', word: 'image' }],
    ['image', 'olha', { icon: 'image', text: 'olha', word: null }],
    ['ptt', '', { icon: 'mic', text: '', word: 'ptt' }],
    ['vcard', 'BEGIN:VCARD', { icon: 'contact', text: '', word: 'vcard' }],
    ['vcard', 'Ana, Beto', { icon: 'contact', text: 'Ana, Beto', word: null }],
    ['location', 'Loja Rua A, 10 https://maps.google.com/?q=1,2', { icon: 'pin', text: 'Loja Rua A, 10', word: null }],
    ['location', 'https://maps.google.com/?q=1,2', { icon: 'pin', text: '', word: 'location' }],
    ['poll', 'Que dia? ◻ terça ◻ quarta', { icon: 'poll', text: 'Que dia?', word: null }],
    ['event', 'Inauguração\nVenha!', { icon: 'calendar', text: 'Inauguração', word: null }],
    ['invite', '', { icon: 'group', text: '', word: 'invite' }],
    ['order', 'Pedido 12', { icon: 'order', text: 'Pedido 12', word: null }],
    ['viewOnce', '', { icon: 'once', text: '', word: 'viewOnce' }],
    ['call', '', { icon: 'phone', text: '', word: 'call' }],
    ['unsupported', 'x', { icon: 'question', text: '', word: 'unsupported' }],
    ['note', 'ver', { icon: 'note', text: 'ver', word: null }],
    ['brandNewKind', 'x', { icon: null, text: '', word: null }],
  ] as const)('%s %s', (mediaType, body, expected) => expect(previewOf({ mediaType, body })).toEqual(expected))
})

describe('locations', () => {
  test.each([
    ['-22.93, -43.17', [-22.93, -43.17]],
    ['-22.93 -43.17', [-22.93, -43.17]],
    ['https://maps.google.com/?q=-22.93,-43', [-22.93, -43]],
    ['https://www.google.com/maps/search/?api=1&query=-22.93%2C-43.1', [-22.93, -43.1]],
    [
      'https://www.google.com/maps/place/Loja/@-22.9,-43.1,17z/data=!3m1!4b1!4m6!3d-22.93321!4d-43.17521',
      [-22.93321, -43.17521],
    ],
    ['https://www.google.com/maps/@-22.9,-43.1,17z', [-22.9, -43.1]],
    ['https://maps.apple.com/?ll=-22.93,-43.17&q=Loja', [-22.93, -43.17]],
    ['https://www.openstreetmap.org/?mlat=-22.93&mlon=-43.17#map=17/-22/-43', [-22.93, -43.17]],
    ['https://www.openstreetmap.org/#map=17/-22.93/-43.17', [-22.93, -43.17]],
    ['geo:-22.93,-43.17', [-22.93, -43.17]],
    ['nowhere', null],
    ['Rua A, 10, 20', null],
    ['https://maps.app.goo.gl/AbCd12', null],
    ['?q=91.5,10.0', null],
  ] as const)('%s', (text, expected) => {
    const point = pointIn(text)
    expect(point && [point.latitude, point.longitude]).toEqual(expected && [...expected])
  })
  test('a location links to a map', () => {
    expect(mapAddress({ latitude: -22.93, longitude: -43 })).toBe('https://www.google.com/maps?q=-22.93,-43')
  })
})

describe('helpers', () => {
  test('who may write', () => {
    const user = { id: ME, profile: 'user' as const, allUserChat: false }
    expect(whyNotWrite(ticket(), user)).toBeNull()
    expect(whyNotWrite(ticket({ status: 'pending' }), user)).toBe('pending')
    expect(whyNotWrite(ticket({ status: 'closed' }), user)).toBe('closed')
    expect(whyNotWrite(ticket({ userId: 2 }), user)).toBe('colleague')
    expect(whyNotWrite(ticket({ userId: 2 }), { ...user, profile: 'supervisor' })).toBeNull()
    expect(whyNotWrite(ticket({ userId: 2 }), { ...user, allUserChat: true })).toBeNull()
    expect(whyNotWrite(ticket({ userId: 2, isGroup: true }), user)).toBeNull()
    expect(whyNotWrite(ticket({ isGroup: true, sendingBlocked: 'announce' }), user)).toBe('announce')
    expect(whyNotWrite(ticket({ isGroup: true, sendingBlocked: 'community', status: 'closed' }), user)).toBe('closed')
  })
  test('a refusal names the colleague who has the ticket', async () => {
    const t = await textIn('pt-BR')
    const refused = (code: 'ERR_NO_PERMISSION' | 'ERR_OTHER_OPEN_TICKET', details: object | null) =>
      refusalText(t, new ApiError(403, code, { message: 'Sem permissão.', details }))
    const details = { user: { id: 2, name: 'Ana' }, queue: null }
    expect(refused('ERR_NO_PERMISSION', details)).toBe(
      'Ana está neste atendimento. Peça a transferência para responder.',
    )
    expect(refused('ERR_NO_PERMISSION', null)).toBe('Sem permissão.')
    expect(refused('ERR_OTHER_OPEN_TICKET', details)).toContain('Ana')
  })
  test('a transfer needs a target, and a queue that its target serves', () => {
    expect(transferFault({ user: null, queueId: null, ticket: { queueId: 1 } })).toBe('target')
    const user = { profile: 'user' as const, queueIds: [2], allQueues: false, hiddenQueueIds: [] }
    expect(transferFault({ user, queueId: null, ticket: { queueId: 1 } })).toBe('queue')
    expect(transferFault({ user: { ...user, allQueues: true }, queueId: null, ticket: { queueId: 1 } })).toBeNull()
    expect(
      transferFault({ user: { ...user, allQueues: true, hiddenQueueIds: [1] }, queueId: null, ticket: { queueId: 1 } }),
    ).toBe('queue')
    expect(transferFault({ user, queueId: 2, ticket: { queueId: 1 } })).toBeNull()
    expect(transferFault({ user: { ...user, queueIds: [] }, queueId: null, ticket: { queueId: null } })).toBeNull()
    expect(transferFault({ user: null, queueId: 2, ticket: { queueId: 1 } })).toBeNull()
  })
  test('a recording’s waveform has its loudest moment at 100', () => {
    expect(levelsOf([0.1, 0.2, 0.4, 0.2], 4)).toEqual([25, 50, 100, 50])
    expect(levelsOf([], 3)).toEqual([0, 0, 0])
    expect(levelsOf([0.5], 64)).toHaveLength(64)
  })
  test('pictures keep their shape within limits, and long texts are taller', () => {
    expect(frameRatio(null, 10)).toBeCloseTo(10 / 7)
    expect(frameRatio(4000, 100)).toBe(2)
    expect(frameRatio(100, 4000)).toBe(0.7)
    expect(estimateHeight({ kind: 'day', key: 'd', at: '' })).toBe(42)
  })
})
