/** The three books after the play, so laid out that a message is found in each of them by its id. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookEntry, PhoneBook } from '../../src/simulator/contract'
import { readLedger, type StoredRow } from '../survival/support/ledger'
import type { Played } from './play'
import type { Script } from './script'
import type { Stage } from './stage'
import type { Gust } from './weather'

/** A message on one phone. */
export type Copy = { readonly phone: string; readonly entry: BookEntry }
export type Row = StoredRow & { readonly company: number }
export type Records = Awaited<ReturnType<typeof readRecords>>

/** The server must be at rest. */
export async function readRecords(stage: Stage, script: Script, played: Played) {
  const { cast, companies, connections, links, server, testbed, addressOf } = stage
  const ledgers = companies.map(({ uuid }) => readLedger(server.dataDir, uuid))
  const rows = ledgers.flatMap(({ rows }, company) => rows.map((row): Row => ({ ...row, company })))
  const books = await testbed.books()
  const phones = new Map(books.map(({ phone, entries }) => [phone, entries.toSorted((a, b) => a.order - b.order)]))
  const copies = new Map<string, Copy[]>()
  for (const [phone, entries] of phones)
    for (const entry of entries) copies.set(entry.id, [...(copies.get(entry.id) ?? []), { phone, entry }])

  const rowById = new Map(rows.flatMap((row) => (row.externalId === null ? [] : [[row.externalId, row] as const])))
  const rowByDeed = new Map(rows.flatMap((row) => (row.clientId === null ? [] : [[row.clientId, row] as const])))
  const ours = new Set(cast.lines.map(({ number }) => number))
  const lineAt = (chat: number) => cast.lines[cast.chats[chat]?.line ?? -1]?.number ?? ''
  const lostMessages = lostAmong(stage, books)
  const lostActs = new Set(
    played.taps.flatMap(({ deed, id, target, moments }) =>
      target !== undefined && links.isLost(lineAt(deed.chat), id ?? '', ...moments) ? [target] : [],
    ),
  )

  return {
    stage,
    script,
    played,
    ledgers,
    rows,
    phones,
    copies,
    rowById,
    rowByDeed,
    isOurs: (phone: string) => ours.has(phone),
    /** WhatsApp brought it to no device of this line. */
    isLost: links.isLost,
    isUnlinked: links.isUnlinked,
    isLostMessage: (id: string) => lostMessages.has(id),
    lineAt,
    /** Something that was done to this message WhatsApp brought to nobody. */
    hasLostActs: (id: string) => lostActs.has(id),
    /** The number of the line a row came or went by. */
    lineOf: ({ connectionId, company }: Row): string | null =>
      cast.lines.find((line, index) => connections[index] === connectionId && line.company === company)?.number ?? null,
    /** Everything that was said in a chat: on whose phone, and what our side has of it. */
    chats: cast.chats.map((chat, index) => {
      const line = cast.lines[chat.line]
      const address = addressOf(chat)
      const members = chat.customers.map((customer) => cast.customers[customer]?.number ?? '')
      return {
        index,
        chat,
        line: line?.number ?? '',
        written: members.map((phone) => ({ phone, entries: of(phone, address, true) })),
        calls: played.taps.filter(({ deed }) => deed.chat === index && deed.action.do === 'call'),
        got: members.map((phone) => ({ phone, entries: of(phone, address, false).filter(({ id }) => isFromUs(id)) })),
        stored: rows.filter(
          ({ ticketId, company }) => ticketId === stage.desks[index]?.ticketId && company === line?.company,
        ),
      }
    }),
    /** Gusts of these names that were on when something was said on a line; they are heard of a little before and after, too. */
    gustsAt: (moment: number, line: string, names: readonly string[]): Gust[] =>
      script.gusts.filter(
        ({ name, at, lasts, phone }) =>
          names.includes(name) &&
          (phone === null || phone === line) &&
          moment >= played.begunAt + at - AROUND_MS &&
          moment <= played.begunAt + at + lasts + AROUND_MS,
      ),
    fileOf(row: Row): Buffer | undefined {
      const name = row.media === null ? null : (JSON.parse(row.media).file as string | null)
      const path = join(
        server.dataDir,
        'tenants',
        companies[row.company]?.uuid ?? '',
        'media',
        name?.slice(0, 2) ?? '',
        name ?? '',
      )
      return name && existsSync(path) ? readFileSync(path) : undefined
    },
  }

  function of(phone: string, chat: string, fromMe: boolean): BookEntry[] {
    return (phones.get(phone) ?? []).filter((entry) => entry.chat === chat && entry.fromMe === fromMe)
  }
  /** In a group a phone gets what other customers write, too. */
  function isFromUs(id: string): boolean {
    return (
      (copies.get(id) ?? []).some(({ phone, entry }) => entry.fromMe && ours.has(phone)) ||
      rowById.get(id)?.fromMe === 1
    )
  }
}

/** Ids of what customers and owners wrote, and WhatsApp brought to no device. */
export function lostAmong({ cast, links }: Stage, books: readonly PhoneBook[]): ReadonlySet<string> {
  const lines = new Map(cast.customers.map(({ number, line }) => [number, cast.lines[line]?.number ?? '']))
  return new Set(
    books.flatMap(({ phone, entries }) =>
      entries.filter(({ id, sentAt }) => links.isLost(lines.get(phone) ?? phone, id, sentAt)).map(({ id }) => id),
    ),
  )
}

const AROUND_MS = 1_500

/** What was deleted while the phone was unlinked comes with its history, without words and files. */
export const isHandedOverDeleted = ({ isLostMessage }: Pick<Records, 'isLostMessage'>, row: Row): boolean =>
  row.fromMe === 0 &&
  row.isDeleted === 1 &&
  row.body === '' &&
  row.media === null &&
  isLostMessage(row.externalId ?? '')

export type ChatRecord = Records['chats'][number]
