/** Moved messages are as those that arrived here: no job makes up for anything, and linking the phone doubles nothing. */
import { describe, expect, test } from 'bun:test'
import type { BackfillChat, BackfillMessage } from '../../../src/channels/backfill'
import type { Address, MessageAction } from '../../../src/channels/channel'
import { beginImport } from '../../../src/channels/connections/backfill'
import { readStoredMessage } from '../../../src/channels/whatsapp/parsing/stored'
import { countDifferences } from '../../../src/tickets/figures/recount'
import { indexNext } from '../../../src/tickets/searching/indexing'
import type { MovedIn } from '../../moving-in/support'
import { ANA, GROUP, json, type MessageRow, MINUTE, messagesIn, messagesOf, moveMessages, row, SAID } from './support'

const LID = '99887766554433'

/** A row as the product would have stored WhatsApp's message. */
function heard(
  message: object,
  key: { readonly id: string; readonly fromMe?: boolean; readonly participant?: string; readonly remoteJid?: string },
  fields: Partial<MessageRow> = {},
): MessageRow {
  const { id, fromMe = false } = key
  return row({ id, fromMe, ack: fromMe ? 3 : 0, dataJson: json(message, key), ...fields })
}

const group = { remoteJid: `${GROUP}@g.us`, participant: `${LID}@lid` }
const key = { mediaKey: Buffer.alloc(32, 7).toString('base64'), directPath: '/v/t62', mimetype: 'image/jpeg' }

const chatted = [
  heard({ conversation: 'bom dia' }, { id: 'A' }, { body: 'bom dia' }),
  heard({ conversation: '*Carla:*\nbom dia!' }, { id: 'B', fromMe: true }, { body: '*Carla:*\nbom dia!' }),
  heard(
    {
      extendedTextMessage: {
        text: 'quero dois',
        contextInfo: {
          stanzaId: 'B',
          participant: '5511900000000@s.whatsapp.net',
          quotedMessage: { conversation: 'bom dia!' },
        },
      },
    },
    { id: 'C' },
    { body: 'quero três', isEdited: true, quotedId: 'B' },
  ),
  heard(
    { imageMessage: { ...key, caption: 'esta' } },
    { id: 'D' },
    { mediaType: 'image', body: 'esta', mediaPath: 'gone.jpg' },
  ),
  heard({ conversation: 'apagada' }, { id: 'E' }, { body: 'apagada', isDeleted: true }),
  heard(
    { reactionMessage: { key: { id: 'B' }, text: '👍', senderTimestampMs: String(SAID) } },
    { id: 'R' },
    { mediaType: 'reactionMessage', body: '👍', quotedId: 'B' },
  ),
]
const grouped = [
  heard({ conversation: 'oi grupo' }, { id: 'G', ...group }, { body: 'oi grupo', contactId: '2', ticketId: '2' }),
]

/** What the phone hands over once it is linked: the same messages, in their state of now. */
function backfilled(
  { dataJson, saidAt }: MessageRow,
  more: Partial<BackfillMessage> = {},
  chat?: readonly Address[],
): BackfillMessage {
  const message = readStoredMessage(dataJson ?? '')?.message
  if (!message) throw new Error('is no message')
  return {
    message: { ...message, ...(chat && { chat }), sentAt: Math.floor(saidAt / 1000) * 1000 },
    ack: message.fromMe ? 4 : 0,
    isDeleted: false,
    edit: null,
    reactions: [],
    ...more,
  }
}

const action = <D extends object>(target: string, chat: readonly Address[], done: D): MessageAction =>
  ({
    externalId: `done-${target}`,
    fromMe: false,
    chat,
    isGroup: false,
    author: null,
    target,
    at: SAID + MINUTE,
    ...done,
  }) as MessageAction & D

function hand(moved: MovedIn, connectionId: number, chats: readonly Omit<BackfillChat, 'end'>[]) {
  const ref = { tenantUuid: moved.uuid, connectionId }
  const { backfill } = moved.world.telephones
  const whole = chats.map((chat) => ({ ...chat, end: { unread: 0 } }))
  backfill.take(ref, { part: crypto.randomUUID(), position: 1, percent: 50, skipped: 0, missed: [], chats: whole })
}

const dump = ({ db }: MovedIn, table: string) => db.$client.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()

describe('a phone that is linked after the move', () => {
  test('doubles no message, edit or reaction of its history', async () => {
    const moved = await moveMessages([...chatted, ...grouped])
    const connectionId = Number(messagesIn(moved)[0]?.connection_id)
    const cx = moved.world.server.cxOf(moved.uuid)
    moved.db.$client.exec('UPDATE connections SET import_on = 1, import_groups = 1')
    beginImport(cx, connectionId)
    const before = messagesIn(moved)
    const edits = dump(moved, 'message_edits')
    const [a, b, c, d, e] = chatted as [MessageRow, MessageRow, MessageRow, MessageRow, MessageRow]
    // The phone names the chat by the LID that nobody knew there, too.
    const chat = [
      { kind: 'lid', value: LID },
      { kind: 'phone', value: ANA },
    ] as const
    const ofThree = action('C', chat, { do: 'edit', body: 'quero três' }) as BackfillMessage['edit']
    hand(moved, connectionId, [
      {
        addresses: chat,
        isGroup: false,
        name: 'Ana',
        entries: [
          backfilled(a, {}, chat),
          backfilled(b, { reactions: [action('B', chat, { do: 'react', emoji: '👍' })] }, chat),
          backfilled(c, { edit: ofThree }, chat),
          backfilled(d, {}, chat),
          backfilled(e, { isDeleted: true }, chat),
        ],
      },
      {
        addresses: [{ kind: 'group', value: GROUP }],
        isGroup: true,
        name: 'Grupo',
        entries: grouped.map((one) => backfilled(one)),
      },
    ])
    const after = messagesIn(moved)
    expect(after.map(({ id, body, is_deleted, ticket_id }) => [id, body, is_deleted, ticket_id])).toEqual(
      before.map(({ id, body, is_deleted, ticket_id }) => [id, body, is_deleted, ticket_id]),
    )
    expect(after.find(({ external_id }) => external_id === 'B')?.ack).toBe(4)
    expect(dump(moved, 'message_edits')).toEqual(edits)
    expect(dump(moved, 'reactions')).toHaveLength(1)
    expect(moved.db.$client.prepare('SELECT count(*) FROM tickets WHERE imported = 1').pluck().get()).toBe(0)
  })

  test('that repeats a moved message does not make it news', async () => {
    const moved = await moveMessages(chatted)
    const connectionId = Number(messagesIn(moved)[0]?.connection_id)
    const before = messagesIn(moved)
    const { message } = backfilled(chatted[0] as MessageRow)
    moved.world.telephones.deliver({ tenantUuid: moved.uuid, connectionId }, message)
    expect(messagesIn(moved)).toEqual(before)
  })
})

describe('what the product keeps of messages', () => {
  const many = [
    ...Array.from({ length: 60 }, (_, n) =>
      row({
        id: `M${n}`,
        fromMe: n % 3 === 0,
        ack: n % 3 === 0 ? 4 : 0,
        body: n % 3 === 0 ? `*Carla:*\npedido ${n}` : `pergunta ${n} https://a.example`,
        contactId: n % 2 ? '1' : '3',
        ticketId: n % 2 ? '1' : '3',
        saidAt: SAID + n * 7 * MINUTE,
      }),
    ),
    row({ id: 'N', externalId: null, isPrivate: true, fromMe: true, body: 'nota' }),
    row({ id: 'L', mediaType: 'call_log', body: 'perdida' }),
    row({ id: 'G', contactId: '2', ticketId: '2', body: 'no grupo' }),
  ]

  test('is counted in the hours in which they were said, by who wrote them', async () => {
    const moved = await moveMessages(many)
    const [sums] = moved.db.$client
      .prepare(
        'SELECT sum(received) AS received, sum(sent) AS sent, sum(sent * (user_id = 1)) AS carla FROM message_hours',
      )
      .all()
    expect(sums).toEqual({ received: 40, sent: 20, carla: 20 })
    expect(countDifferences(moved.db.$client.name)).toBe(0)
  })

  test('is right after a second run, too', async () => {
    const moved = await moveMessages(many)
    const again = await moved.again(messagesOf([...many, row({ id: 'Z', body: 'nova' })]))
    expect(countDifferences(again.db.$client.name)).toBe(0)
    expect(again.db.$client.prepare('SELECT sum(received) FROM message_hours').pluck().get()).toBe(41)
  })

  test('is found by the search, each message once', async () => {
    const moved = await moveMessages([...many, row({ id: 'X', body: 'segredo', isDeleted: true })])
    const cx = moved.world.server.cxOf(moved.uuid)
    while (indexNext(cx));
    const indexed = () => moved.db.$client.prepare('SELECT message_id FROM searched_messages ORDER BY 1').pluck().all()
    const shown = messagesIn(moved).filter(({ body, is_deleted }) => body !== '' && is_deleted === 0)
    expect(indexed()).toEqual(shown.map(({ id }) => id).toSorted((a, b) => a - b))
    const words = dump(moved, 'message_words')
    // Built anew from all messages, the index is the same.
    moved.db.$client.exec(
      "DELETE FROM searched_messages; DELETE FROM message_words; INSERT INTO message_search (message_search) VALUES ('delete-all'); INSERT INTO message_search_backlog SELECT max(id) + 1 FROM messages",
    )
    while (indexNext(cx));
    expect(dump(moved, 'message_words')).toEqual(words)
    expect(indexed()).toEqual(shown.map(({ id }) => id).toSorted((a, b) => a - b))
  })
})
