/** Messages of another product, one row at a time, and the contacts and tickets that they need, made by hand. */

import { createConnection } from '../../../src/channels/connections/actions'
import { findConnection } from '../../../src/channels/connections/queries'
import { recogniseContact } from '../../../src/contacts/actions'
import type { Address } from '../../../src/contacts/address'
import type { Mover } from '../../../src/moving-in/mover'
import type { Family, SourceRows } from '../../../src/moving-in/source'
import type { Cx } from '../../../src/platform/cx'
import { insertTicket } from '../../../src/tickets/moves/new-ticket'
import { messageMover } from '../../../src/tickets/moving-in/move-messages'
import { filesOf, type MovedIn, moveIn, type Rows, sourceOf } from '../../moving-in/support'
import { NOON } from '../../support/world'

export type MessageRow = SourceRows['messages']
export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
/** The first message of a conversation was said two days before the move. */
export const SAID = NOON - 2 * DAY

let last = 0

/** An incoming text in ticket 1; `id` is its id in WhatsApp, too, unless another is given. */
export function row(fields: Partial<MessageRow> = {}): MessageRow {
  last += 1
  const id = fields.id ?? `3EB0${String(last).padStart(8, '0')}`
  const saidAt = fields.saidAt ?? SAID + last * MINUTE
  return {
    id,
    externalId: id,
    ticketId: '1',
    contactId: '1',
    connectionId: '1',
    authorId: null,
    participant: null,
    remoteJid: null,
    fromMe: false,
    body: 'oi',
    ack: 0,
    failure: null,
    mediaType: null,
    mediaPath: null,
    thumbnailPath: null,
    isDeleted: false,
    isEdited: false,
    isForwarded: false,
    isPrivate: false,
    isQuotedCopy: false,
    quotedId: null,
    dataJson: null,
    storedAt: saidAt,
    saidAt,
    userId: null,
    sendType: null,
    ...fields,
  }
}

export const ANA = '5511999990001'
export const GROUP = '120363000000000001'

/** WhatsApp's message in JSON, from Ana unless a key says otherwise. */
export const json = (message: object, key: object = {}, rest: object = {}): string =>
  JSON.stringify({
    key: { remoteJid: `${ANA}@s.whatsapp.net`, fromMe: false, id: '3EB0DATA', ...key },
    messageTimestamp: SAID / 1000,
    pushName: 'Ana',
    message,
    ...rest,
  })

type Chat = { readonly addresses: readonly Address[]; readonly name: string; readonly isGroup?: boolean }

const CHATS: Readonly<Record<string, Chat>> = {
  '1': { addresses: [{ kind: 'phone', value: ANA }], name: 'Ana' },
  '2': { addresses: [{ kind: 'group', value: GROUP }], name: 'Grupo', isGroup: true },
  '3': { addresses: [{ kind: 'phone', value: '5511999990003' }], name: 'Bia' },
}

/** Contacts 1 (Ana), 2 (a group) and 3 (Bia), each with the tickets n and n1; users 1 (Carla) and 2 (Davi); connection 1. */
export const people: Mover = {
  name: 'people',
  async move({ cx: outside, ids, inSlices, isAgain }) {
    if (isAgain) return
    const cx: Cx = { ...outside, db: outside.db, transaction: (run) => run(cx) }
    await inSlices('people', [1], () => {
      const made = createConnection(cx, { name: 'Loja', queueIds: [], greetingMessage: '', complationMessage: '' })
      const connection = findConnection(cx.db, made.id)
      if (!connection) throw new Error('no connection')
      ids.add('connections', '1', connection.id)
      const user = cx.db.$client.prepare(
        "INSERT INTO users (id, name, email, password_hash, profile, created_at) VALUES (?, ?, ?, '-', 'user', 0)",
      )
      for (const [id, name] of [
        [1, 'Carla'],
        [2, 'Davi'],
      ] as const) {
        user.run(id, name, `${name}@casa.example`)
        ids.add('users', String(id), id)
      }
      for (const [id, { isGroup = false, ...chat }] of Object.entries(CHATS)) {
        const contact = recogniseContact(cx, { ...chat, isGroup })
        ids.add('contacts', id, contact.id)
        for (const theirs of [id, `${id}1`]) {
          const ticket = insertTicket(cx, { status: 'closed', connection, contact, queueId: null, at: SAID })
          ids.add('tickets', theirs, ticket.id)
        }
      }
    })
  },
}

type Options = {
  readonly family?: Family
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  readonly former?: readonly SourceRows['formerTexts'][]
}

export const messagesOf = (messages: readonly MessageRow[], { family = 'saas', former = [] }: Options = {}) => {
  const rows: Rows = { messages, formerTexts: former }
  return sourceOf({ family, rows: { '1': rows } })
}

export const moveMessages = (messages: readonly MessageRow[], options: Options = {}): Promise<MovedIn> =>
  moveIn(messagesOf(messages, options), { movers: [people, messageMover], files: filesOf(options.files ?? {}) })

/** All columns of the messages, in the order of a conversation. */
export const messagesIn = ({ db }: MovedIn): Stored[] =>
  db.$client.prepare('SELECT * FROM messages ORDER BY contact_id, created_at, id').all() as Stored[]

export type Stored = {
  readonly id: number
  readonly ticket_id: number | null
  readonly contact_id: number
  readonly connection_id: number
  readonly external_id: string | null
  readonly from_me: number
  readonly kind: string
  readonly body: string
  readonly ack: number
  readonly failure: string | null
  readonly is_deleted: number
  readonly is_edited: number
  readonly quoted_id: number | null
  readonly quoted: string | null
  readonly author: string | null
  readonly author_addresses: string | null
  readonly user_id: number | null
  readonly media: string | null
  readonly extra: string | null
  readonly has_reactions: number
  readonly created_at: number
  readonly chat: string | null
  readonly imported: number
}
