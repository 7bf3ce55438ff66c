/** Conversations of each product, moved in, against what people said: message by message, as screens read them. */
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as v from 'valibot'
import { openSource } from '../../../src/moving-in/families/source'
import { type Family, families, type Source } from '../../../src/moving-in/source'
import { loadSecret, newToken } from '../../../src/platform/secret'
import { findCompanyOrFail } from '../../../src/tenancy/companies'
import type { Message, MessagePage } from '../../../src/tickets/messages/contract'
import { unsigned } from '../../../src/tickets/messages/contract'
import { openSession } from '../../../src/users/sessions'
import { createTokens } from '../../../src/users/tokens'
import { isKept, isWebJs, wordsOf } from '../../moving-in/samples/messages'
import type { NeutralCompany, NeutralContact, NeutralMessage } from '../../moving-in/samples/neutral'
import { writeStaging } from '../../moving-in/samples/staging'
import type { SampleTable, SampleValue } from '../../moving-in/samples/table'
import { sampleOf } from '../../moving-in/samples/tables'
import { filesOf, type MovedIn, moveIn } from '../../moving-in/support'
import { inSuite } from '../../support/long'
import { NOON } from '../../support/world'
import { BEGIN, conversationsOf } from './conversations'
import { DAY, MINUTE } from './support'

const CONVERSATIONS = inSuite(25, 200)
const folder = mkdtempSync(join(tmpdir(), 'compared-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const installation = conversationsOf(CONVERSATIONS, 20_260_302)
const truth = installation.companies[1] as NeutralCompany // the one with conversations

async function openDump(family: Family, name: string, tables: readonly SampleTable[]): Promise<Source> {
  const path = join(folder, `${family}-${name}.sqlite`)
  writeStaging(tables, path, { database: family === 'community' ? 'mysql' : 'postgres' })
  return openSource(path, { now: NOON })
}

async function movedFrom(family: Family, { isAgain = false } = {}): Promise<MovedIn> {
  const sample = sampleOf(family, installation)
  const files = filesOf(Object.fromEntries(sample.files.map(({ path: at, content }) => [at, content])))
  const first = await openDump(family, isAgain ? 'earlier' : 'only', isAgain ? earlier(sample.tables) : sample.tables)
  const company = first.listCompanies().at(-1)?.id
  const moved = await moveIn(first, { files, ...(company !== undefined && { company }) })
  return isAgain ? moved.again(await openDump(family, 'later', sample.tables)) : moved
}

const LATE = 20 * MINUTE

/**
 * The dump of an earlier day: of the tickets that were there their first minutes, and nothing that was done to a message since. A text that
 * was edited since ends with BEFORE, where the product does not keep what it was.
 */
function earlier(tables: readonly SampleTable[]): readonly SampleTable[] {
  const former = rowsOf(tables, 'OldMessages')
  const messages = rowsOf(tables, 'Messages')
  const begun = new Map<unknown, number>()
  for (const { ticketId, createdAt } of messages)
    begun.set(ticketId, Math.min(begun.get(ticketId) ?? Infinity, Number(createdAt)))
  const kept = messages
    .filter(
      ({ ticketId, createdAt, mediaType }) =>
        mediaType !== 'reactionMessage' &&
        Number(createdAt) - Math.min(begun.get(ticketId) ?? 0, BEGIN + 10 * DAY) < LATE,
    )
    .map((row): Record<string, unknown> => {
      const first = former.find(({ messageId }) => messageId === row.id)?.body ?? `${String(row.body)}${BEFORE}`
      return {
        ...row,
        ...(row.isEdited === true && { body: first, isEdited: false, dataJson: null }),
        ...('isDeleted' in row && { isDeleted: false }),
        ...(Number(row.ack) > 2 && { ack: 2 }),
      }
    })
  return tables.map((table) => {
    if (table.name === 'OldMessages') return { ...table, rows: [] }
    if (table.name !== 'Messages') return table
    return { ...table, rows: kept.map((row) => table.columns.map(({ name }) => row[name] as SampleValue)) }
  })
}
const BEFORE = ' (antes)'

const rowsOf = (tables: readonly SampleTable[], name: string): Record<string, unknown>[] => {
  const table = tables.find((one) => one.name === name)
  return [...(table?.rows ?? [])].map((row) =>
    Object.fromEntries(row.map((value, at) => [table?.columns[at]?.name ?? '', value])),
  )
}

/** Reads as an administrator of the company. */
function readerOf({ world, id, db }: MovedIn) {
  const userId = Number(db.$client.prepare("SELECT id FROM users WHERE profile = 'admin'").pluck().get())
  const now = world.clock.now()
  const { server } = world
  const { uuid, sessionGeneration: generation } = findCompanyOrFail(server.databases.control, id)
  const { session } = openSession(server.cxOf(uuid), { userId, generation, refreshToken: newToken() })
  const tokens = createTokens(loadSecret(server.databases.dataDir), () => now)
  const token = tokens.issue({ sessionId: session.id, companyId: id, userId })
  return async (path: string): Promise<Response> => {
    const answer = await world.request(path, { headers: { authorization: `Bearer ${await token}` } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}
type Read = ReturnType<typeof readerOf>

async function readConversation(read: Read, ticketId: number): Promise<Message[]> {
  const all: Message[] = []
  for (let page = 1; ; page++) {
    const found = (await (await read(`/api/messages/${ticketId}?pageNumber=${page}`)).json()) as v.InferOutput<
      typeof MessagePage
    >
    all.unshift(...found.messages)
    if (!found.hasMore) return all
  }
}

const KINDS = {
  text: 'chat',
  image: 'image',
  video: 'video',
  voice: 'ptt',
  audio: 'audio',
  document: 'document',
  sticker: 'sticker',
  location: 'location',
  card: 'vcard',
  cards: 'vcard',
  call: 'call',
} as const

const deletes = (family: Family) => family === 'ticketz' || family === 'izing'

/** What a screen should show of it. */
function expectedOf(family: Family, message: NeutralMessage, group: NeutralContact | null) {
  const { by, kind, file, delivery, isNote = false, formerly, isOld = false } = message
  // The SaaS fork keeps the contact's edit in place of the message.
  const isReplaced = family === 'saas' && formerly !== undefined && by.kind === 'contact'
  const hasJson = !isOld && !isReplaced && !isWebJs(family) && kind !== 'call'
  const isDeleted = deletes(family) && message.isDeleted === true
  const words = kind === 'text' || file ? wordsOf(family, message) : null
  const isSigned = by.kind === 'person' && !isNote && words !== null && words !== ''
  const person = by.kind === 'person' ? truth.people.find(({ key }) => key === by.key)?.name : undefined
  const knowsPerson = family === 'izing' || isSigned
  const member = by.kind === 'contact' && group ? truth.contacts.find(({ key }) => key === by.member)?.name : undefined
  const own = by.kind !== 'contact'
  return {
    at: message.at,
    kind: isNote ? 'note' : kind === 'unknown' ? (hasJson ? 'poll' : 'unsupported') : KINDS[kind],
    words: isDeleted ? '' : words,
    fromMe: own,
    user: own && person !== undefined && knowsPerson ? person : null,
    author: own ? null : (member ?? null),
    ack:
      !own || isNote
        ? 0
        : delivery === 'failed'
          ? 0
          : Math.max(2, ['failed', 'clock', 'sent', 'delivered', 'read', 'played'].indexOf(delivery ?? 'sent')),
    failure: own && !isNote && delivery === 'failed' ? 'unknown' : null,
    isDeleted,
    isEdited: formerly !== undefined && !isWebJs(family),
    former: family === 'ticketz' && !isDeleted ? (formerly ?? []).map(({ text }) => text) : [],
    reactions:
      isWebJs(family) || isDeleted
        ? []
        : (message.reactions ?? []).map(({ emoji, by: giver }) => [emoji, giver.kind !== 'contact']),
    content: isDeleted || file?.content == null ? null : file.content,
    isMissing: !isDeleted && file !== undefined && file.content === null,
    isBot: !isDeleted && by.kind === 'bot' && ((words !== null && words !== '') || family === 'izing'),
    isForwarded: !isDeleted && message.isForwarded === true && (hasJson || family === 'saas2025'),
    cards: isDeleted ? null : (message.cards?.map(({ name }) => name) ?? null),
    isPlace: !isDeleted && message.location !== undefined,
  }
}

async function shownOf(read: Read, message: Message, isGroup: boolean, wanted: { readonly words: string | null }) {
  const signature = message.extra?.signature
  const { media } = message
  return {
    at: new Date(Math.floor(Date.parse(message.createdAt) / 1000) * 1000).toISOString(),
    kind: message.mediaType,
    words: wanted.words === null ? null : unsigned(message.body, signature),
    fromMe: message.fromMe,
    user: message.user?.name ?? null,
    author: message.fromMe || !isGroup ? null : (message.contact?.name ?? null),
    ack: message.ack,
    failure: message.failure,
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    former: message.oldMessages.map(({ body }) => unsigned(body, signature)),
    reactions: message.reactions.map(({ emoji, fromMe }) => [emoji, fromMe]),
    content: message.mediaUrl === null ? null : await (await read(message.mediaUrl)).text(),
    isMissing: media?.state === 'failed',
    isBot: message.extra?.origin?.by === 'bot',
    isForwarded: message.extra?.forwarded !== undefined,
    cards: message.extra?.cards?.map(({ name }) => name) ?? null,
    isPlace: message.extra?.place?.latitude === -23.55052,
  }
}

async function compare(moved: MovedIn, family: Family, { isAgain = false } = {}) {
  const read = readerOf(moved)
  for (const contact of truth.contacts) {
    const group = contact.isGroup ? contact : null
    const said = truth.tickets
      .filter((ticket) => ticket.contact === contact.key)
      .flatMap(({ messages }) => messages)
      .filter((message) => isKept(family, message))
    const ticketId = Number(
      moved.db.$client
        .prepare('SELECT max(t.id) FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE c.name = ?')
        .pluck()
        .get(contact.name),
    )
    const shown = await readConversation(read, ticketId)
    const wanted = said.map((message) => expectedOf(family, message, group))
    const found = await Promise.all(
      shown.map((message, n) => shownOf(read, message, group !== null, wanted[n] ?? { words: null })),
    )
    // The first run's text of a message that was edited before the second is known in every product.
    if (isAgain && family !== 'ticketz')
      for (const one of found) one.former = one.former.filter((text) => !text.endsWith(BEFORE))
    expect({ contact: contact.name, messages: found }).toEqual({ contact: contact.name, messages: wanted as never })
    for (const [n, { quotes }] of said.entries()) {
      const quoted = shown[n]?.quotedMsg ?? null
      const original = said.findIndex(({ key }) => key === quotes)
      if (quotes === undefined || shown[n]?.isDeleted) expect(quoted).toBeNull()
      else
        expect(quoted).toMatchObject({
          id: shown[original]?.id ?? 0,
          ...(!isAgain && { body: shown[original]?.body ?? '' }),
        })
    }
  }
}

describe.each([...families])('conversations of %s', (family) => {
  test(`${CONVERSATIONS} of them read as they were`, async () => {
    const moved = await movedFrom(family)
    expect(moved.missing).toEqual([])
    expect(moved.skipped('files', 'fileMissing')).toBe(
      truth.tickets
        .flatMap(({ messages }) => messages)
        .filter((one) => isKept(family, one) && one.file?.content === null).length,
    )
    await compare(moved, family)
  }, 120_000)

  test('that went on until a later dump read as in that', async () => {
    const moved = await movedFrom(family, { isAgain: true })
    expect(moved.missing.filter(([kind]) => kind === 'messages')).toEqual([])
    expect(moved.merged('messages', 'alreadyHere')).toBeGreaterThan(CONVERSATIONS)
    expect(moved.imported('messages')).toBeGreaterThan(CONVERSATIONS)
    await compare(moved, family, { isAgain: true })
  }, 120_000)
})
