/** The time in which Meta's channels take our messages: when it opens, who may write in it, and what happens after it. */
import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Address } from '../../../src/channels/channel'
import { connections } from '../../../src/channels/connections/tables'
import type { ChannelKind } from '../../../src/channels/contract'
import { windowOpened } from '../../../src/channels/events'
import { windowState } from '../../../src/channels/windows/contract'
import { HOUR, MINUTE } from '../../../src/platform/time'
import { ticketUpdated } from '../../../src/tickets/contract'
import { listLog } from '../../../src/tickets/log/log'
import { mergeContacts } from '../../../src/tickets/merging/merge'
import { receiveMessages } from '../../../src/tickets/receiving/receive'
import { describeOutgoing } from '../../../src/tickets/sending/send'
import { sendAutomatic } from '../../../src/tickets/sending/send-automatic'
import { sendUnattended } from '../../../src/tickets/sending/send-unattended'
import { LOJA } from '../../support/company-world'
import { NOON, world } from '../../support/world'
import { bodyOf } from '../messages/support'

const DAY = 24 * HOUR

const addresses: Readonly<Record<ChannelKind, Address>> = {
  whatsapp: { kind: 'phone', value: '5521996124087' },
  whatsapp_cloud: { kind: 'phone', value: '5521996124087' },
  facebook: { kind: 'psid', value: '7001' },
  instagram: { kind: 'igsid', value: '9001' },
}

/** Maria wrote over a connection of this kind, and Ana has the ticket. */
async function conversation(channel: ChannelKind) {
  const w = world()
  w.db.update(connections).set({ channel }).where(eq(connections.id, LOJA)).run()
  const ana = w.attendant([], { name: 'Ana' })
  const maria = addresses[channel]
  let count = 0
  const says = (body: string, sentAt = w.clock.now()) =>
    receiveMessages(w.cx, LOJA, [
      {
        externalId: `m${count++}`,
        fromMe: false,
        chat: [maria],
        isGroup: false,
        author: null,
        pushName: 'Maria',
        kind: 'chat',
        body,
        media: null,
        quotedExternalId: null,
        quotedBody: null,
        sentAt,
      },
    ])
  says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  const write = (body: string) => ana.json('/api/messages/1', 'POST', { body })
  const windowNow = async () => (await ana.api.tickets({ id: 1 }).get()).data?.replyWindow
  const { contactId } = w.ticketNow(1)
  return { w, ana, says, write, windowNow, contactId }
}

type World = Awaited<ReturnType<typeof conversation>>['w']

const kindsOfLog = (w: World) => listLog(w.db, 1).map(({ kind }) => kind)
const unattended = (w: World, contactId: number, by: 'campaign' | 'schedule' | 'api') =>
  w.cx.transaction((cx) =>
    sendUnattended(cx, {
      contactId,
      connectionId: LOJA,
      queueId: null,
      kind: 'chat',
      body: 'Promoção',
      media: null,
      extra: { origin: { by, name: '' } },
    }),
  )

describe('who may write when', () => {
  const [yes, no] = [true, false]
  test.each([
    ['whatsapp', 0, { person: yes, bot: yes, alone: yes }],
    ['whatsapp', 6 * DAY, { person: yes, bot: yes, alone: yes }],
    ['whatsapp_cloud', DAY - MINUTE, { person: yes, bot: yes, alone: yes }],
    ['whatsapp_cloud', DAY, { person: no, bot: no, alone: no }],
    ['facebook', DAY - MINUTE, { person: yes, bot: yes, alone: yes }],
    ['facebook', DAY, { person: yes, bot: no, alone: no }],
    ['facebook', 7 * DAY - MINUTE, { person: yes, bot: no, alone: no }],
    ['facebook', 7 * DAY, { person: no, bot: no, alone: no }],
    ['instagram', DAY - MINUTE, { person: yes, bot: yes, alone: yes }],
    ['instagram', DAY, { person: yes, bot: no, alone: no }],
    ['instagram', 7 * DAY, { person: no, bot: no, alone: no }],
  ] as const)('%s, %i ms after the contact wrote', async (channel, after, may) => {
    const { w, write, contactId } = await conversation(channel)
    w.clock.forward(after)
    expect((await write('Olá')).ok).toBe(may.person)
    expect(w.cx.transaction((cx) => sendAutomatic(cx, w.ticketNow(1), 'Aviso'))).toBe(may.bot)
    for (const by of ['campaign', 'schedule', 'api'] as const)
      if (may.alone) expect(unattended(w, contactId, by).fromMe).toBe(true)
      else expect(() => unattended(w, contactId, by)).toThrow(/ERR_WINDOW/)
    expect(kindsOfLog(w).includes('windowClosed')).toBe(!may.bot)
  })

  test.each([
    ['whatsapp_cloud', DAY, 'ERR_WINDOW_TEMPLATE'],
    ['facebook', 7 * DAY, 'ERR_WINDOW_CLOSED'],
    ['instagram', 7 * DAY, 'ERR_WINDOW_CLOSED'],
  ] as const)('a refusal on %s says what is possible, and since when', async (channel, after, error) => {
    const { w, write } = await conversation(channel)
    w.clock.forward(after)
    const answer = await write('Olá')
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ error, details: { closedAt: new Date(NOON + after).toISOString() } })
  })

  test('a contact who has never written can be sent nothing', async () => {
    const { w } = await conversation('facebook')
    const stranger = w.contact({ addresses: [{ kind: 'psid', value: '7002' }] })
    expect(() => unattended(w, stranger.id, 'api')).toThrow('ERR_WINDOW_CLOSED')
  })

  test('a failed message is not sent again after the end', async () => {
    const { w, ana, write } = await conversation('instagram')
    const { id } = await bodyOf(await write('Olá'))
    w.rows(`UPDATE messages SET ack = 0, failure = 'noAnswer' WHERE id = ? RETURNING id`, id)
    w.clock.forward(7 * DAY)
    expect(await (await ana.json(`/api/messages/retry/${id}`, 'POST', {})).json()).toMatchObject({
      error: 'ERR_WINDOW_CLOSED',
    })
  })

  test('notes are always possible', async () => {
    const { w, ana } = await conversation('whatsapp_cloud')
    w.clock.forward(6 * DAY)
    expect((await ana.json('/api/messages/1', 'POST', { body: 'Ligar amanhã', isNote: true })).ok).toBe(true)
  })
})

describe('what opens it', () => {
  test('each message of the contact does, also one that arrives late and out of order', async () => {
    const { w, says, windowNow } = await conversation('instagram')
    w.clock.forward(2 * HOUR)
    says('segunda', NOON + HOUR)
    says('primeira', NOON + MINUTE)
    expect(await windowNow()).toEqual({
      until: new Date(NOON + HOUR + DAY).toISOString(),
      personUntil: new Date(NOON + HOUR + 7 * DAY).toISOString(),
    })
  })

  test('a clock of theirs that is ahead gives no more time', async () => {
    const { w, says, windowNow } = await conversation('instagram')
    w.clock.forward(MINUTE)
    says('do futuro', NOON + DAY)
    expect((await windowNow())?.until).toBe(new Date(NOON + MINUTE + DAY).toISOString())
  })

  test('nothing of ours does', async () => {
    const { w, write, windowNow } = await conversation('facebook')
    w.clock.forward(HOUR)
    await write('Olá')
    w.cx.transaction((cx) => sendAutomatic(cx, w.ticketNow(1), 'Aviso'))
    expect((await windowNow())?.until).toBe(new Date(NOON + DAY).toISOString())
  })

  test('a reaction does, and the desk hears of it', async () => {
    const { w, ana, contactId } = await conversation('whatsapp_cloud')
    w.clock.forward(2 * DAY)
    ana.forget()
    w.cx.transaction((cx) => cx.happened(windowOpened({ connectionId: LOJA, contactId, at: NOON + 2 * DAY })))
    expect(ana.heard(ticketUpdated).map(({ ticket }) => ticket.replyWindow?.until)).toEqual([
      new Date(NOON + 3 * DAY).toISOString(),
    ])
    w.cx.transaction((cx) => cx.happened(windowOpened({ connectionId: LOJA, contactId, at: NOON + DAY })))
    expect(ana.heard(ticketUpdated)).toHaveLength(1)
  })

  test('a channel without a limit has no window', async () => {
    const { windowNow } = await conversation('whatsapp')
    expect(await windowNow()).toBeNull()
  })
})

describe('a message in the outbox', () => {
  const describe = (w: World, messageId: number) => describeOutgoing(w.cx, { messageId }, () => undefined)

  test('says that a person wrote it after the time in which anybody may answer', async () => {
    const { w, write } = await conversation('instagram')
    const early = await bodyOf(await write('Olá'))
    expect(describe(w, early.id)).not.toHaveProperty('tag')
    w.clock.forward(DAY)
    const late = await bodyOf(await write('Demorei'))
    expect(describe(w, late.id)).toMatchObject({ tag: 'HUMAN_AGENT', isByPerson: true })
  })

  test('fails if the time ended while it waited', async () => {
    const { w, write } = await conversation('instagram')
    const { id } = await bodyOf(await write('Olá'))
    w.clock.forward(7 * DAY)
    expect(describe(w, id)).toEqual({ failure: 'windowClosed' })
  })
})

test('two records that become one keep the later window', async () => {
  const { w, contactId, windowNow } = await conversation('instagram')
  const other = w.contact({ addresses: [{ kind: 'igsid', value: '9002' }] })
  w.rows('INSERT INTO reply_windows VALUES (?, ?, ?) RETURNING 1', LOJA, other.id, NOON + HOUR)
  w.cx.transaction((cx) => mergeContacts(cx, contactId, other.id))
  expect((await windowNow())?.until).toBe(new Date(NOON + HOUR + DAY).toISOString())
})

test('the browser reads the same state from the ends', () => {
  const window = { until: new Date(NOON).toISOString(), personUntil: new Date(NOON + HOUR).toISOString() }
  expect([NOON - 1, NOON, NOON + HOUR - 1, NOON + HOUR].map((now) => windowState(window, now))).toEqual([
    'open',
    'people',
    'people',
    'closed',
  ])
  expect(windowState(null, NOON)).toBe('open')
  expect(windowState({ until: null, personUntil: null }, NOON)).toBe('closed')
})
