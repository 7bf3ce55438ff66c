/** Data of phones, databases and pages after the run, to find a message in each by its id. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookEntry, PhoneBook } from '../../src/simulator/contract'
import { readLedger, type StoredRow } from '../survival/support/ledger'
import type { Environment } from './environment'
import type { ScheduledFault } from './fault-schedule'
import type { FaultKind } from './faults'
import type { Performed } from './perform'
import type { Plan } from './plan'

/** A message on one phone. */
export type Copy = { readonly phone: string; readonly entry: BookEntry }
export type Row = StoredRow & { readonly company: number }
export type Records = Awaited<ReturnType<typeof readRecords>>

/** The server must have stopped. */
export async function readRecords(environment: Environment, plan: Plan, performed: Performed) {
  const { participants, companies, connections, links, server, testbed, addressOf } = environment
  const ledgers = companies.map(({ uuid }) => readLedger(server.dataDir, uuid))
  const rows = ledgers.flatMap(({ rows }, company) => rows.map((row): Row => ({ ...row, company })))
  const books = await testbed.books()
  const phones = new Map(books.map(({ phone, entries }) => [phone, entries.toSorted((a, b) => a.order - b.order)]))
  const copies = new Map<string, Copy[]>()
  for (const [phone, entries] of phones)
    for (const entry of entries) copies.set(entry.id, [...(copies.get(entry.id) ?? []), { phone, entry }])

  const rowById = new Map(rows.flatMap((row) => (row.externalId === null ? [] : [[row.externalId, row] as const])))
  const rowByClientId = new Map(rows.flatMap((row) => (row.clientId === null ? [] : [[row.clientId, row] as const])))
  const ours = new Set(participants.phones.map(({ number }) => number))
  const companyNumberAt = (chat: number) =>
    participants.phones[participants.chats[chat]?.phoneIndex ?? -1]?.number ?? ''
  const lostMessages = lostAmong(environment, books)
  const lostActions = new Set(
    performed.phoneOperations.flatMap(({ operation, id, target, moments }) =>
      target !== undefined && links.isLost(companyNumberAt(operation.chat), id ?? '', ...moments) ? [target] : [],
    ),
  )

  return {
    environment,
    plan,
    performed,
    ledgers,
    rows,
    phones,
    copies,
    rowById,
    rowByClientId,
    isOurs: (phone: string) => ours.has(phone),
    isLost: links.isLost,
    isUnlinked: links.isUnlinked,
    /** Whether WhatsApp delivered this message to no device of ours. */
    isLostMessage: (id: string) => lostMessages.has(id),
    companyNumberAt,
    /** Whether WhatsApp delivered an edit, deletion or reaction of this message to no device. */
    hasLostActions: (id: string) => lostActions.has(id),
    /** Phone number of the connection. */
    lineOf: ({ connectionId, company }: Row): string | null =>
      participants.phones.find((phone, index) => connections[index] === connectionId && phone.company === company)
        ?.number ?? null,
    /** All messages of a chat: on phones and as stored. */
    chats: participants.chats.map((chat, index) => {
      const phone = participants.phones[chat.phoneIndex]
      const address = addressOf(chat)
      const members = chat.customers.map((customer) => participants.customers[customer]?.number ?? '')
      return {
        index,
        chat,
        companyNumber: phone?.number ?? '',
        written: members.map((phone) => ({ phone, entries: of(phone, address, true) })),
        calls: performed.phoneOperations.filter(
          ({ operation }) => operation.chat === index && operation.action.do === 'call',
        ),
        got: members.map((phone) => ({ phone, entries: of(phone, address, false).filter(({ id }) => isFromUs(id)) })),
        stored: rows.filter(
          ({ ticketId, company }) =>
            ticketId === environment.chatTickets[index]?.ticketId && company === phone?.company,
        ),
      }
    }),
    /** Faults of these kinds that were active on a connection around that moment. */
    faultsAt: (moment: number, companyNumber: string, kinds: readonly FaultKind[]): ScheduledFault[] =>
      [...performed.spans].flatMap(([fault, { from, until }]) => {
        const concerns = kinds.includes(fault.kind) && (fault.phone === null || fault.phone === companyNumber)
        return concerns && moment >= from - AROUND_MS && moment <= until + AROUND_MS ? [fault] : []
      }),
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
  /** In a group a phone also receives what other customers write. */
  function isFromUs(id: string): boolean {
    return (
      (copies.get(id) ?? []).some(({ phone, entry }) => entry.fromMe && ours.has(phone)) ||
      rowById.get(id)?.fromMe === 1
    )
  }
}

/** Ids of messages of customers and owners that WhatsApp delivered to no device of ours. */
export function lostAmong({ participants, links }: Environment, books: readonly PhoneBook[]): ReadonlySet<string> {
  const companyNumbers = new Map(
    participants.customers.map(({ number, phoneIndex }) => [number, participants.phones[phoneIndex]?.number ?? '']),
  )
  return new Set(
    books.flatMap(({ phone, entries }) =>
      entries
        .filter(({ id, sentAt }) => links.isLost(companyNumbers.get(phone) ?? phone, id, sentAt))
        .map(({ id }) => id),
    ),
  )
}

const AROUND_MS = 1_500

/** Messages deleted while the phone was unlinked come with its history, without text and file. */
export const isHandedOverDeleted = ({ isLostMessage }: Pick<Records, 'isLostMessage'>, row: Row): boolean =>
  row.fromMe === 0 &&
  row.isDeleted === 1 &&
  row.body === '' &&
  row.media === null &&
  isLostMessage(row.externalId ?? '')

export type ChatRecord = Records['chats'][number]
