/**
 * What modules contribute to tickets on the desk. Bundled with the desk, so that rows do not change after they are
 * drawn.
 */
import { atom } from 'jotai/vanilla'
import type { ComponentType } from 'react'
import type { TicketSummary } from '../../src/tickets/contract'
import type { Change } from './live/apply'
import type { EventHandler } from './live/bus'

export type TicketPart = {
  /** The filter's name in the server's query, in the address, and among the desk's parts (`DeskParts.Filter`). */
  readonly name: string
  /** What events mean for tickets in lists and headers. */
  readonly handlers?: readonly EventHandler<Change<TicketSummary>>[]
  /** On a row of a list. */
  readonly Chips?: ComponentType<{ ticket: TicketSummary }>
  /** Beside the name in the conversation header; `onOpen` opens the contact's pane. */
  readonly Mark?: ComponentType<{ ticket: TicketSummary; onOpen(): void }>
  /** In the contact's pane. */
  readonly Facts?: ComponentType<{ ticket: TicketSummary }>
  /** A row flashes when somebody else changes this value. */
  readonly stateOf?: (ticket: TicketSummary) => string
  readonly filter?: {
    /** Whether a ticket has the selected value; the list shows tickets that have all. */
    has(ticket: TicketSummary, id: number): boolean
    /** Deleted values, which nobody could remove from the filter. */
    readonly gone?: EventHandler<number>
  }
}

export const ticketPartsAtom = atom<readonly TicketPart[]>([])

/** The selection in the modules' filters, by name. */
export type ExtraFilters = Readonly<Record<string, readonly number[]>>

export const hasAll = (parts: readonly TicketPart[], wanted: ExtraFilters, ticket: TicketSummary): boolean =>
  parts.every(({ name, filter }) => !filter || (wanted[name] ?? []).every((id) => filter.has(ticket, id)))
