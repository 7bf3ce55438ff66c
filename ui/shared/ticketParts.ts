/** What modules add to tickets on the desk. It comes with the desk, so that no row changes after it is drawn. */
import { atom } from 'jotai/vanilla'
import type { ComponentType } from 'react'
import type { TicketSummary } from '../../src/tickets/contract'
import type { Change } from './live/apply'
import type { EventHandler } from './live/bus'

export type TicketPart = {
  /** Its filter has this name in the query of the server, in the address and among the desk's parts (`DeskParts.Filter`). */
  readonly name: string
  /** What events mean for tickets in lists and heads. */
  readonly handlers?: readonly EventHandler<Change<TicketSummary>>[]
  /** On a row of a list. */
  readonly Chips?: ComponentType<{ ticket: TicketSummary }>
  /** Beside the name in the head of a conversation; `onOpen` opens the contact's pane. */
  readonly Mark?: ComponentType<{ ticket: TicketSummary; onOpen(): void }>
  /** In the contact's pane. */
  readonly Facts?: ComponentType<{ ticket: TicketSummary }>
  /** A row flashes when somebody else changes this. */
  readonly stateOf?: (ticket: TicketSummary) => string
  readonly filter?: {
    /** Whether a ticket has the chosen one; the list shows tickets that have all. */
    has(ticket: TicketSummary, id: number): boolean
    /** What is gone: nobody could take it out of the filter. */
    readonly gone?: EventHandler<number>
  }
}

export const ticketPartsAtom = atom<readonly TicketPart[]>([])

/** What is chosen in the filters of modules, by their names. */
export type ExtraFilters = Readonly<Record<string, readonly number[]>>

export const hasAll = (parts: readonly TicketPart[], wanted: ExtraFilters, ticket: TicketSummary): boolean =>
  parts.every(({ name, filter }) => !filter || (wanted[name] ?? []).every((id) => filter.has(ticket, id)))
