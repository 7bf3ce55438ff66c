/**
 * What Meta sends, shape by shape: structure, names and types of the fields as in bodies that others have published, with
 * names, numbers and words of our own. Each goes through the real webhook of a server, signed, and gives what is stated
 * beside it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type ChannelKind, SENT } from '../../../../src/channels/contract'
import { receiverFor } from '../../../../src/channels/meta/webhook/accounts'
import { storeReceiver } from '../../../../src/channels/meta/webhook/control-writes'
import { type Address, addressKey } from '../../../../src/contacts/address'
import { insertMessage } from '../../../../src/tickets/messages/queries'
import { until } from '../../../support/until'
import { type World, world } from '../../../support/world'
import { signedHeaders } from '../signed'

const SECRET = 'app-secret'
const ACCOUNT = '1784140001'
const BUSINESS = '20001'

export type Fields = Readonly<Record<string, unknown>>

/** What an event brings about. What is not named is not there. */
type Outcome = {
  /** `kind: body` of each new message in their order; ours begin with `> `. An unsupported one without a body says its kind. */
  readonly shows: readonly string[]
  /** Of the last message; it may have more. */
  readonly extra?: Fields
  readonly quote?: string
  readonly reactions?: readonly string[]
  /** Of the contact, `kind:value`. */
  readonly addresses?: readonly string[]
  readonly isGroup?: boolean
  readonly ack?: number
  readonly failure?: string
  /** `category rate`. */
  readonly charge?: string
  /** Whether we may write now, though nobody wrote to us. */
  readonly opens?: boolean
  /** When the last message was sent, in epoch milliseconds. */
  readonly sentAt?: number
}
export type Shape = Outcome & {
  readonly what: string
  /** The contact wrote this before; its id is `$BEFORE`. */
  readonly before?: string
  /** We sent this before; its id is `$OURS`. */
  readonly ours?: string
  /** How often the event stands in the webhook. */
  readonly times?: number
  readonly [field: string]: unknown
}

export type Sending = {
  readonly channel: Exclude<ChannelKind, 'whatsapp'>
  readonly object: string
  /** The entry of a webhook; `$ACCOUNT` and `$BUSINESS` stand for the account. */
  entryOf(shape: Shape): Fields
  /** What brings a text of the person under an id. */
  textOf(person: string, id: string, text: string): Fields
}

export function readShapes(name: string): readonly Shape[] {
  const file = readFileSync(join(import.meta.dir, `${name}.json`), 'utf8')
  return (JSON.parse(file) as { shapes: Shape[] }).shapes // our own file
}

/** Each shape is about somebody else. */
const personal = (shape: Shape, at: number): Shape =>
  JSON.parse(
    JSON.stringify(shape)
      .replaceAll('5521988887777', personOf('whatsapp_cloud', at))
      .replaceAll('5521977776666', `55219777${70_000 + at}`)
      .replaceAll('2021988887777', personOf('instagram', at))
      .replace(/BR\.(ENT\.)?(?=\d)/g, (start) => `${start}${100 + at}`)
      .replaceAll('$BEFORE', `before-${at}`)
      .replaceAll('$OURS', `ours-${at}`),
  )
const personOf = (channel: Sending['channel'], at: number) =>
  channel === 'whatsapp_cloud' ? `55219888${80_000 + at}` : `20219888${80_000 + at}`
const kinds = { whatsapp_cloud: 'phone', facebook: 'psid', instagram: 'igsid' } as const

/** What became of each shape, what should have, and what was logged as an error. */
export async function outcomesOf(shapes: readonly Shape[], sending: Sending) {
  const { channel, object, entryOf, textOf } = sending
  const w = world({ environment: { metaAppSecret: SECRET } })
  const { id: connectionId } = w.connection({ name: 'Meta', channel, open: false })
  const businessId = channel === 'whatsapp_cloud' ? BUSINESS : null
  const receiver = { channel, account: ACCOUNT, companyId: w.tenant.id, connectionId, businessId }
  storeReceiver.run(w.control, 0, receiverFor(w.encryptionFor('meta app secrets'), receiver))
  const journal = join(w.dataDir, 'tenants', w.tenant.uuid, 'session.db')
  /** What cannot be read stays in the journal, and is logged. */
  const isApplied = () => {
    if (!existsSync(journal)) return true
    const session = new Sqlite(journal, { readonly: true })
    const left = session.prepare<[], number>('SELECT count(*) FROM meta_inbox').pluck().get()
    session.close()
    return left === w.logged.filter(({ msg }) => msg.includes('could not be read')).length
  }

  async function send(entry: Fields): Promise<number> {
    const text = JSON.stringify({ object, entry: [entry] })
    const body = text.replaceAll('$ACCOUNT', ACCOUNT).replaceAll('$BUSINESS', BUSINESS)
    const headers = signedHeaders(SECRET, body)
    return (await w.request('/api/meta/webhook', { method: 'POST', body, headers })).status
  }

  const found: Record<string, unknown> = {}
  const wanted: Record<string, unknown> = {}
  for (const [at, one] of shapes.entries()) {
    const shape = personal(one, at)
    const before = new Set(messagesIn(w).map(({ id }) => id))
    const address: Address = { kind: kinds[channel], value: personOf(channel, at) }
    if (shape.before !== undefined) await send(textOf(address.value, `before-${at}`, shape.before))
    if (shape.ours !== undefined) sendOurs(w, { connectionId, address, externalId: `ours-${at}`, body: shape.ours })
    if (shape.before !== undefined) await until(isApplied, `what precedes: ${shape.what}`)
    const status = await send(entryOf(shape))
    await until(isApplied, `the end of: ${shape.what}`)
    const rows = messagesIn(w).filter(({ id }) => !before.has(id))
    const outcome = outcomeOf(w, rows, connectionId)
    found[shape.what] = { status, ...pick(shape, outcome) }
    wanted[shape.what] = { status: 200, ...pick(shape, shape) }
  }
  const errors = w.logged.filter(({ level }) => level >= 50).map(({ msg, err }) => `${msg}: ${err?.message}`)
  w.expectErrors()
  return { found, wanted, errors }
}

type Row = {
  readonly id: number
  readonly contactId: number
  readonly kind: string
  readonly body: string
  readonly fromMe: number
  readonly isDeleted: number
  readonly ack: number
  readonly failure: string | null
  readonly extra: string | null
  readonly quoted: string | null
  readonly createdAt: number
}
const messagesIn = (w: World) =>
  w.rows<Row>(
    `SELECT id, contact_id AS contactId, kind, body, from_me AS fromMe, is_deleted AS isDeleted, ack, failure, extra,
       quoted, created_at AS createdAt FROM messages ORDER BY id`,
  )

type Ours = {
  readonly connectionId: number
  readonly address: Address
  readonly externalId: string
  readonly body: string
}

function sendOurs(w: World, { connectionId, address, externalId, body }: Ours) {
  const { id: contactId } = w.contact({ addresses: [address], name: 'Cliente' })
  const { id: ticketId } = w.ticket({ contactId, connectionId })
  insertMessage(w.cx.db, {
    ...{ ticketId, contactId, connectionId, externalId, body, chat: addressKey(address), clientId: null },
    ...{ fromMe: true, kind: 'chat', ack: SENT, failure: null, quotedId: null, quoted: null, author: null },
    ...{ authorAddresses: null, userId: null, media: null, extra: null, secret: null, createdAt: w.clock.now() },
  })
}

function outcomeOf(w: World, rows: readonly Row[], connectionId: number): Required<Outcome> {
  const last = rows.at(-1)
  const contactId = last?.contactId ?? 0
  const extraOf = ({ extra }: Row) => JSON.parse(extra ?? '{}') as { unknown?: string } // written by our server
  const shown = (row: Row) => {
    const words = row.body || (extraOf(row).unknown ?? '')
    return `${row.fromMe ? '> ' : ''}${row.kind}: ${words}${row.isDeleted ? ' (deleted)' : ''}`
  }
  const charges = w.rows<{ charge: string }>(
    `SELECT category || ' ' || rate AS charge FROM message_charges WHERE message_id = ?`,
    last?.id ?? 0,
  )
  return {
    shows: rows.map(shown),
    extra: last ? extraOf(last) : {},
    quote: (JSON.parse(last?.quoted ?? '{}') as { body?: string }).body ?? '', // written by our server
    reactions: w
      .rows<{ emoji: string }>('SELECT emoji FROM reactions WHERE message_id = ? AND emoji IS NOT NULL', last?.id ?? 0)
      .map(({ emoji }) => emoji),
    addresses: w
      .rows<{ address: string }>(
        `SELECT kind || ':' || value AS address FROM contact_addresses WHERE contact_id = ? ORDER BY kind DESC, value`,
        contactId,
      )
      .map(({ address }) => address),
    isGroup: w.rows('SELECT 1 FROM contacts WHERE id = ? AND is_group = 1', contactId).length === 1,
    ack: last?.ack ?? 0,
    failure: last?.failure ?? '',
    charge: charges[0]?.charge ?? '',
    opens:
      w.rows('SELECT 1 FROM reply_windows WHERE contact_id = ? AND connection_id = ?', contactId, connectionId)
        .length === 1,
    sentAt: last?.createdAt ?? 0,
  }
}

/** Only what the shape says something about. */
function pick(shape: Shape, outcome: Outcome): Fields {
  const names = ['shows', 'quote', 'reactions', 'addresses', 'isGroup', 'ack', 'failure', 'charge', 'opens', 'sentAt']
  const said = names.filter((name) => shape[name] !== undefined)
  const picked: Record<string, unknown> = Object.fromEntries(
    said.map((name) => [name, outcome[name as keyof Outcome]]), // one of its names
  )
  if (outcome.addresses && said.includes('addresses')) picked.addresses = outcome.addresses.toSorted()
  return shape.extra === undefined ? picked : { ...picked, extra: partOf(shape.extra, outcome.extra) }
}

/** What `of` has of the fields of `wanted`. */
function partOf(wanted: unknown, of: unknown): unknown {
  if (typeof wanted !== 'object' || wanted === null || typeof of !== 'object' || of === null) return of
  const fields = of as Fields // an object
  return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, partOf(value, fields[name])]))
}
