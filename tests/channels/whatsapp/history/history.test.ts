/** Reading a history without decoding it all: slices, and resuming at a position. */
import { expect, test } from 'bun:test'
import * as baileys from '@whiskeysockets/baileys'
import type { BackfillChat, BackfillMessage, BackfillSlice, ImportScope } from '../../../../src/channels/backfill'
import { importFaults } from '../../../../src/channels/connections/contract'
import { layoutOf, openConversation } from '../../../../src/channels/whatsapp/history/layout'
import { createBudget } from '../../../../src/channels/whatsapp/history/pace'
import { type Source, slicesOf } from '../../../../src/channels/whatsapp/history/slices'
import { walk } from '../../../../src/channels/whatsapp/history/wire'
import { processorWatch } from '../../../support/cpu'

const { proto } = baileys
const [MARIA, GROUP] = ['5521996124087@s.whatsapp.net', '5521996124087-1600000000@g.us']
const DAY = 86_400
const NOON = Date.UTC(2026, 2, 2, 12)
const ever: ImportScope = { from: 0, to: Number.MAX_SAFE_INTEGER, groups: true }
const seconds = (n: number) => Math.floor(NOON / 1000) - 10 * DAY + n

const said = (n: number, more: baileys.proto.IWebMessageInfo = {}): baileys.proto.IHistorySyncMsg => ({
  message: {
    key: { remoteJid: MARIA, fromMe: n % 2 === 1, id: `ID${n}` },
    message: { conversation: `frase ${n}` },
    messageTimestamp: seconds(n),
    status: 4,
    ...more,
  },
})

/** Newest first, as phones send them. */
const conversation = (count: number, more: Partial<baileys.proto.IConversation> = {}): baileys.proto.IConversation => ({
  id: MARIA,
  name: 'Maria',
  messages: Array.from({ length: count }, (_, n) => said(n)).reverse(),
  ...more,
})

const encoded = (history: Partial<baileys.proto.IHistorySync>) =>
  proto.HistorySync.encode({ syncType: proto.HistorySync.HistorySyncType.RECENT, ...history }).finish()

function sliced(conversations: baileys.proto.IConversation[], options: Partial<Source> = {}): BackfillSlice[] {
  const bytes = encoded({ conversations })
  const source = {
    part: 'PART',
    bytes,
    conversations: layoutOf(bytes).conversations,
    baileys,
    scope: ever,
    done: 0,
    reach: { from: 0, to: 100 },
    since: null,
    around: { otherHalf: () => null },
    size: () => 20,
    met() {},
  }
  return [...slicesOf({ ...source, ...options })]
}

type Slice = { readonly chats: readonly Pick<BackfillChat, 'entries'>[] }
const bodiesIn = (slices: readonly Slice[]) =>
  slices.flatMap(({ chats }) =>
    chats.flatMap(({ entries }) => entries.map((entry) => ('message' in entry ? entry.message.body : entry.do))),
  )

test('finds every field, whatever precedes it, and refuses truncated bytes', () => {
  const bytes = encoded({
    conversations: [conversation(300), conversation(2)],
    progress: 50,
    pushnames: [{ id: MARIA, pushname: 'M' }],
  })
  const { conversations, pushNames, pairs } = layoutOf(bytes)
  expect([conversations.length, pushNames.length, pairs.length]).toEqual([2, 1, 0])
  const all = proto.HistorySync.decode(bytes).conversations
  for (const [index, range] of conversations.entries()) {
    const { header, messages } = openConversation(bytes, range, baileys)
    expect(header).toMatchObject({ id: MARIA, name: 'Maria', messages: [] })
    const decoded = messages.map((message) => proto.WebMessageInfo.decode(bytes.subarray(...message)).key?.id)
    expect(decoded).toEqual(all[index]?.messages?.map(({ message }) => message?.key?.id).reverse() ?? [])
  }
  expect(() => walk(bytes, [0, bytes.length - 1], () => {})).toThrow('protobuf')
  expect(() => walk(Uint8Array.of(7), [0, 1], () => {})).toThrow('protobuf')
})

test('refuses a part with millions of empty conversations quickly', () => {
  const bytes = Buffer.alloc(8_000_000, Uint8Array.of(0x12, 0))
  const spent = processorWatch()
  expect(() => layoutOf(bytes)).toThrow('too many')
  expect(spent()).toBeLessThan(200) // reading all of them takes a second
})

test('slices ten thousand messages of a conversation, oldest first, each once', () => {
  const slices = sliced([conversation(10_000), conversation(3, { id: '5521987654321@s.whatsapp.net' })])
  expect(slices.length).toBeGreaterThan(400)
  for (const { chats } of slices) expect(chats.flatMap(({ entries }) => entries).length).toBeLessThanOrEqual(20)
  expect(bodiesIn(slices)).toEqual([
    ...Array.from({ length: 10_000 }, (_, n) => `frase ${n}`),
    'frase 0',
    'frase 1',
    'frase 2',
  ])
  expect(slices.at(-1)).toMatchObject({ position: 10_005, percent: 100 })
  // Each conversation ends in exactly one slice.
  expect(slices.flatMap(({ chats }) => chats.filter(({ end }) => end !== null))).toHaveLength(2)
})

test('resumes at any position with the next message', () => {
  const conversations = [conversation(50), conversation(50, { id: '5521987654321@s.whatsapp.net' })]
  const whole = sliced(conversations)
  for (const { position } of whole.slice(0, -1)) {
    const rest = sliced(conversations, { done: position })
    const before = bodiesIn(whole.filter((slice) => slice.position <= position))
    expect([...before, ...bodiesIn(rest)]).toEqual(bodiesIn(whole))
  }
})

test('imports only the chosen days, both ends included, and groups only if wanted', () => {
  const scope = { from: seconds(10) * 1000, to: seconds(19) * 1000, groups: false }
  const slices = sliced([conversation(50), conversation(5, { id: GROUP })], { scope })
  expect(bodiesIn(slices)).toEqual(Array.from({ length: 10 }, (_, n) => `frase ${n + 10}`))
  expect(slices.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(45)
  expect(bodiesIn(sliced([conversation(5)], { scope: null }))).toEqual([])
})

test('a slice of missed messages in the middle of a conversation has the last earlier message of others', () => {
  const around = { scope: null, since: 0, size: () => 21 }
  const slices = sliced([conversation(50), conversation(2, { id: GROUP })], around)
  const missed = slices.flatMap(({ missed }) => missed)
  expect(bodiesIn(missed.map((chat) => ({ chats: [chat] })))).toHaveLength(52)
  expect(missed.map(({ before }) => before?.body)).toEqual([undefined, 'frase 12', 'frase 34', undefined])
  for (const [done, body] of [
    [14, 'frase 12'],
    [15, 'frase 14'],
  ] as const)
    expect(sliced([conversation(50)], { ...around, done })[0]?.missed[0]?.before?.body).toBe(body)
})

test('reports the unread count only if the newest message is imported', () => {
  const ends = (scope: ImportScope) =>
    sliced([conversation(5, { unreadCount: 2 })], { scope }).flatMap(({ chats }) => chats.map(({ end }) => end))
  expect(ends(ever)).toEqual([{ unread: 2 }])
  expect(ends({ ...ever, to: seconds(3) * 1000 })).toEqual([{ unread: 0 }])
})

test('separates missed from imported messages, and reads only actions of older ones', () => {
  const since = seconds(30) * 1000
  const scope = { from: seconds(10) * 1000, to: seconds(39) * 1000, groups: false }
  const missedIn = (slices: readonly BackfillSlice[]) => bodiesIn(slices.map(({ missed }) => ({ chats: missed })))
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `frase ${n + from}`)
  const both = sliced([conversation(50), conversation(5, { id: GROUP })], { scope, since })
  expect(bodiesIn(both)).toEqual(numbers(10, 30))
  expect(missedIn(both)).toEqual([...numbers(0, 10), ...numbers(30, 50), ...numbers(0, 5)])
  expect(missedIn(sliced([conversation(50)], { scope: null, since }))).toEqual(numbers(0, 50))
  const [unread] = sliced([conversation(50, { unreadCount: 2 })], { scope, since, size: () => 1_000 })
  expect(unread?.chats).toMatchObject([{ end: { unread: 0 } }])
})

test('ignores status posts, newsletters and unsent messages', () => {
  const failed = said(1, { status: 0 })
  expect(
    bodiesIn(sliced([conversation(2, { id: 'status@broadcast' }), conversation(2, { id: '1203@newsletter' })])),
  ).toEqual([])
  expect(bodiesIn(sliced([conversation(0, { messages: [failed, said(0)] })]))).toEqual(['frase 0'])
})

test('an unreadable message or conversation does not affect its neighbours', () => {
  const field = (number: number, bytes: Uint8Array) =>
    Buffer.concat([Buffer.of(number * 8 + 2), Buffer.of(bytes.length), bytes])
  const rubbish = Buffer.of(0xff, 0xff)
  const maria = proto.Conversation.encode(conversation(1, { messages: [said(0)] })).finish()
  const bytes = Buffer.concat([
    field(2, rubbish),
    field(2, Buffer.concat([maria, field(2, field(1, rubbish)), field(2, field(1, Buffer.of(0x1f)))])),
    encoded({ conversations: [conversation(0, { id: GROUP, messages: [said(2)] })] }),
  ])
  expect(bodiesIn(sliced([], { bytes, conversations: layoutOf(bytes).conversations }))).toEqual(['frase 0', 'frase 2'])
})

test('imports delivery status, reactions, edits and deletions in their current state', () => {
  const key = { remoteJid: MARIA, fromMe: false, id: 'ID0' }
  const edited = { protocolMessage: { key, type: 14, editedMessage: { conversation: 'corrigida' }, timestampMs: NOON } }
  const [slice] = sliced([
    conversation(0, {
      lidJid: '93000000000001@lid',
      messages: [
        said(4, { messageStubType: 1, message: null }),
        said(3, {
          status: 3,
          reactions: [{ key: { remoteJid: MARIA, fromMe: false, id: 'R' }, text: '👍', senderTimestampMs: NOON }],
        }),
        said(2, { key: { remoteJid: MARIA, fromMe: false, id: 'E' }, message: { editedMessage: { message: edited } } }),
      ],
    }),
  ])
  const entries = slice?.chats[0]?.entries as BackfillMessage[]
  expect(slice?.chats[0]?.addresses).toEqual([
    { kind: 'phone', value: '5521996124087' },
    { kind: 'lid', value: '93000000000001' },
  ])
  expect(entries).toMatchObject([
    { message: { externalId: 'ID0', body: 'corrigida' }, edit: { do: 'edit', target: 'ID0', externalId: 'E' } },
    { ack: 3, message: { body: 'frase 3' }, reactions: [{ do: 'react', emoji: '👍', target: 'ID3', externalId: 'R' }] },
    { isDeleted: true, message: { externalId: 'ID4', body: '', kind: 'chat' } },
  ])
})

test('an edited message has the mentions of its latest text', () => {
  const key = { remoteJid: MARIA, fromMe: false, id: 'ID0' }
  const editedMessage = { extendedTextMessage: { text: 'oi @901', contextInfo: { mentionedJid: ['901@lid'] } } }
  const message = { protocolMessage: { key, type: 14, editedMessage, timestampMs: NOON } }
  const edited = said(2, { key: { remoteJid: MARIA, fromMe: false, id: 'E' }, message })
  const [slice] = sliced([conversation(0, { messages: [edited] })])
  expect(slice?.chats[0]?.entries).toMatchObject([{ message: { body: 'oi @901', mentions: [{ token: '901' }] } }])
})

test('the slice size grows in steps, shrinks immediately after a slow slice, and has a minimum', () => {
  const budget = createBudget()
  const first = budget.size()
  budget.took(0.5)
  expect(budget.size()).toBeWithin(first + 1, first * 2)
  for (let n = 0; n < 50; n++) budget.took(0.5)
  expect(budget.size()).toBe(200)
  budget.took(40)
  expect(budget.size()).toBe(20)
  budget.took(400)
  expect(budget.size()).toBe(16)
})

test('requires dates between two years ago and now, an end after the start, and a queue', () => {
  const at = (days: number) => new Date(NOON + days * 86_400_000).toISOString()
  const faults = (from: string | null, to: string | null, queueIdImportMessages: number | null = 1) =>
    importFaults(
      {
        importOldMessagesEnable: true,
        importDateStartMessages: from,
        importDateEndMessages: to,
        queueIdImportMessages,
      },
      NOON,
    ).map(({ field, message }) => `${field} ${message}`)
  expect(faults(at(-729), at(0))).toEqual([])
  expect(faults(null, null)).toEqual([])
  expect(faults(at(-740), null)).toEqual(['importDateStartMessages form.import.tooOld'])
  expect(faults(at(1), null)).toContain('importDateStartMessages form.import.future')
  expect(faults(at(-5), at(1))).toEqual(['importDateEndMessages form.import.future'])
  expect(faults(at(-5), at(-6))).toEqual(['importDateEndMessages form.import.reversed'])
  expect(faults(null, null, null)).toEqual(['queueIdImportMessages form.import.queue'])
  expect(importFaults({ importOldMessagesEnable: false }, NOON)).toEqual([])
})
