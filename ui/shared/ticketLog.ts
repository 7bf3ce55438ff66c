/** What modules add to the log of a ticket. Fetched after the desk. */
import { atom } from 'jotai/vanilla'
import type { TicketLogEntry } from '../../src/tickets/contract'
import type { Text } from './i18n/translate'
import { loadKinds } from './kinds'
import type { Module } from './module'
import { store } from './store'

type Part = TicketLogEntry['data'][string] | undefined
/** What happened, and whatever is worth a word about it. */
export type LogKind = (t: Text, data: TicketLogEntry['data']) => readonly [what: string, ...details: Part[]]
export type LogKinds = Readonly<Record<string, LogKind>>

/** Null until they are there. */
export const logKindsAtom = atom<ReadonlyMap<string, LogKind> | null>(null)

export async function loadLogKinds(modules: readonly Module[]): Promise<void> {
  store.set(logKindsAtom, await loadKinds(modules.flatMap(({ ticketLog }) => ticketLog ?? [])))
}
