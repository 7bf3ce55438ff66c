/** The rows of the global search, in order. */
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { MessageHit } from '../../../../src/tickets/searching/contract'

export type SearchRow =
  | { readonly kind: 'head'; readonly of: 'tickets' | 'contacts' | 'messages' }
  | { readonly kind: 'ticket'; readonly ticket: TicketSummary }
  | { readonly kind: 'person'; readonly contact: ContactSummary }
  | { readonly kind: 'hit'; readonly hit: MessageHit }
  /** Leads to all tickets. */
  | { readonly kind: 'all' }
  /** No message matches. */
  | { readonly kind: 'none' }
  /** Loads older messages. */
  | { readonly kind: 'older' }

export function rowKey(row: SearchRow): string {
  switch (row.kind) {
    case 'head':
      return `head ${row.of}`
    case 'ticket':
      return `ticket ${row.ticket.id}`
    case 'person':
      return `person ${row.contact.id}`
    case 'hit':
      return `hit ${row.hit.messageId}`
    default:
      return row.kind
  }
}

/** Whether arrow keys stop at the row. */
export const isStop = ({ kind }: SearchRow): boolean => kind !== 'head' && kind !== 'none'

type LoadedPage<T> = { readonly items: readonly T[]; readonly hasMore: boolean }

type SearchHits = {
  readonly tickets: LoadedPage<TicketSummary>
  readonly strangers: readonly ContactSummary[]
  /** Null: messages are not searched. */
  readonly hits: LoadedPage<MessageHit> | null
  /** All tickets are shown, before the messages. */
  readonly isWhole: boolean
}

/** At most this many tickets are shown before the messages. */
const MOST_TICKETS = 4
const MOST_STRANGERS = 3

/** Tickets first, then contacts once all tickets are loaded; messages last, because they go on without end. */
export function searchRows({ tickets, strangers, hits, isWhole }: SearchHits): SearchRow[] {
  const isShort = hits !== null && !isWhole
  const shown = isShort ? tickets.items.slice(0, MOST_TICKETS) : tickets.items
  const isCut = isShort && (tickets.hasMore || tickets.items.length > shown.length)
  const people = hits === null && tickets.hasMore ? [] : strangers.slice(0, hits ? MOST_STRANGERS : undefined)
  const rows: SearchRow[] = shown.map((ticket) => ({ kind: 'ticket', ticket }))
  if (isCut) rows.push({ kind: 'all' })
  if (people.length > 0) rows.push(head('contacts'), ...people.map((contact) => ({ kind: 'person', contact }) as const))
  if (rows.length > 0 && shown.length > 0 && (people.length > 0 || hits)) rows.unshift(head('tickets'))
  if (!hits) return rows
  if (hits.items.length > 0 || hits.hasMore || rows.length > 0) rows.push(head('messages'))
  rows.push(...hits.items.map((hit) => ({ kind: 'hit', hit }) as const))
  if (hits.hasMore) rows.push({ kind: 'older' })
  else if (hits.items.length === 0 && rows.length > 0) rows.push({ kind: 'none' })
  return rows
}

const head = (of: 'tickets' | 'contacts' | 'messages'): SearchRow => ({ kind: 'head', of })
