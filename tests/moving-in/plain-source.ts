/**
 * Rows of another product for tests of movers: a test names the columns that it is about, the others are empty. The rest
 * of a company stands beside them: two people, two queues and a connection.
 */
import { connections } from '../../src/channels/connections/tables'
import type { Mover } from '../../src/moving-in/mover'
import type { Family, Kind, Source, SourceRows } from '../../src/moving-in/source'
import { insertQueue } from '../../src/queues/queries'
import { users } from '../../src/users/tables'
import { type MovedIn, sourceOf } from './support'

/** Some columns of each row. Without an id, it is the row's number. */
export type PlainRows = { readonly [K in Kind]?: readonly Partial<SourceRows[K]>[] }

const dated = { createdAt: null }

/** A row of each kind in which nothing is known, of the kinds that are tested so. */
const empty: { readonly [K in Kind]?: Omit<SourceRows[K], 'id'> } = {
  contacts: {
    ...dated,
    name: null,
    pushName: null,
    number: '',
    remoteJid: null,
    lid: null,
    email: null,
    isGroup: false,
    channel: 'whatsapp',
    active: true,
    acceptsAudio: true,
    disableBot: false,
    birthDate: null,
    picture: null,
    connectionId: null,
  },
  contactFields: { contactId: '', name: '', value: '' },
  lidMaps: { lid: '', contactId: '' },
  tags: { ...dated, name: '', color: null, isKanban: false, active: true, position: null },
  ticketTags: { ticketId: '', tagId: '' },
  contactTags: { contactId: '', tagId: '' },
  tickets: {
    ...dated,
    uuid: null,
    status: 'closed',
    isBot: false,
    isRatingAsked: false,
    contactId: '1',
    connectionId: '1',
    queueId: null,
    userId: null,
    isGroup: false,
    unread: null,
    lastMessage: null,
    protocol: null,
    updatedAt: null,
    lastMessageAt: null,
    startedAt: null,
    closedAt: null,
  },
  trackings: {
    ...dated,
    ticketId: '',
    userId: null,
    queueId: null,
    connectionId: null,
    queuedAt: null,
    botEndedAt: null,
    startedAt: null,
    finishedAt: null,
    ratingAt: null,
    rated: false,
  },
  ticketLogs: { ...dated, ticketId: '', userId: null, queueId: null, type: '' },
  messages: {
    externalId: null,
    ticketId: null,
    contactId: null,
    connectionId: '1',
    authorId: null,
    participant: null,
    remoteJid: null,
    fromMe: false,
    body: '',
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
    storedAt: 0,
    saidAt: 0,
    userId: null,
    sendType: null,
  },
  ratings: { ...dated, ticketId: null, userId: null, rate: null, top: 5 },
  notes: { ...dated, ticketId: null, contactId: null, userId: null, note: '' },
}

/** `joined`: notes which contacts were said to be one. */
export function plainSource(plain: PlainRows, family: Family = 'ticketz', joined: [string, string][] = []): Source {
  const rowsOf = (kind: Kind) => (plain[kind] ?? []).map((row, at) => ({ id: String(at + 1), ...empty[kind], ...row }))
  const rows = Object.fromEntries((Object.keys(plain) as Kind[]).map((kind) => [kind, rowsOf(kind)])) // its own kinds
  const source = sourceOf({ family, rows: { 1: rows as never } }) // a test's own rows
  return { ...source, joinContacts: (_, pairs) => void joined.push(...([...pairs] as [string, string][])) }
}

/** Every row is counted once; for kinds that these movers take. */
export const sumOf = ({ tally }: MovedIn, kind: Kind): number =>
  [tally.merged, tally.skipped].reduce(
    (sum, counts) =>
      Object.entries(counts).reduce((more, [key, n]) => (key.startsWith(`${kind} `) ? more + n : more), sum),
    tally.imported[kind] ?? 0,
  )

/** The company that their rows refer to: connections, queues and people 1 and 2, under the same ids here. */
export const furnishing: Mover = {
  name: 'furnishing',
  move: async ({ cx, ids, inSlices }) => {
    await inSlices('furnishing', [1, 2], ([...numbers]) => {
      for (const id of numbers) {
        if (ids.has('users', String(id))) continue
        const at = { createdAt: cx.now() }
        cx.db
          .insert(users)
          .values({
            id,
            name: `Pessoa ${id}`,
            email: `${id}@casa.example`,
            passwordHash: '',
            profile: id === 1 ? 'admin' : 'user',
            ...at,
          })
          .run()
        insertQueue(cx.db, cx.now(), { name: `Fila ${id}`, color: `#00000${id}`, position: id })
        cx.db
          .insert(connections)
          .values({ id, name: `Loja ${id}`, isDefault: id === 1, ...at, updatedAt: cx.now() })
          .run()
        for (const kind of ['users', 'queues', 'connections'] as const) ids.add(kind, String(id), id)
      }
    })
  },
}
