/** What is counted for each hour, queue, person and connection; triggers keep it (migration 0070). */

/** Of the table `figures`: what rows of these views, which belong to a ticket, add up to; and the new contacts. */
const views = {
  ticket_figures: ['opened', 'accepted', 'wait', 'closed', 'attended', 'support'],
  rating_figures: ['asked', 'answered', 'csat', 'satisfied', 'csat_sum', 'promoters', 'passives', 'detractors'],
} as const
/** Of the table `message_hours`. */
const ofMessages = ['received', 'sent'] as const

type OfTickets = (typeof views)[keyof typeof views][number] | 'contacts'
export type FigureColumn = OfTickets | (typeof ofMessages)[number]

export const ticketColumns: readonly OfTickets[] = [...Object.values(views).flat(), 'contacts']
export const messageColumns = ofMessages
export const columns: readonly FigureColumn[] = [...ticketColumns, ...messageColumns]

const PLACE = ['hour', 'queue_id', 'user_id', 'connection_id'] as const

/** Of the table `rating_counts`: question, answer, and the place of the ticket (migration 0079). */
const ofRatings = ['n'] as const
const CELL = [
  ...['quarter', 'rating_id', 'type', 'queue_id', 'user_id', 'value', 'connection_id'],
  ...['ticket_queue_id', 'ticket_user_id', 'name', 'label', 'satisfied', 'top'],
] as const

/** The tables, under their own names or those of copies. */
export type FigureTables = { readonly figures: string; readonly messages: string; readonly ratings: string }
export const TABLES: FigureTables = { figures: 'figures', messages: 'message_hours', ratings: 'rating_counts' }

/** Key and counters of each table. The key begins with the time, of which an hour has so many. */
export const kept = {
  figures: { key: PLACE, columns: ticketColumns, anHour: 1 },
  messages: { key: PLACE, columns: messageColumns, anHour: 1 },
  ratings: { key: CELL, columns: ofRatings, anHour: 4 },
} as const satisfies Record<keyof FigureTables, unknown>

/** Adds what the tickets from one number to below another count. */
export const addTickets = (tables: FigureTables): readonly string[] => [
  ...Object.entries(views).map(([view, own]) => {
    const counted = new Set<string>(own)
    const values = ticketColumns.map((column) => (counted.has(column) ? `sum(${column})` : '0'))
    return adding(tables.figures, { view, key: PLACE, own, values })
  }),
  adding(tables.messages, { view: 'message_figures', key: PLACE, ...summed(messageColumns) }),
  adding(tables.ratings, { view: 'rating_cells', key: CELL, ...summed(ofRatings) }),
]

const summed = (own: readonly string[]) => ({ own, values: own.map((column) => `sum(${column})`) })

type Adding = {
  readonly view: string
  readonly key: readonly string[]
  readonly own: readonly string[]
  readonly values: readonly string[]
}

const adding = (table: string, { view, key, own, values }: Adding): string =>
  `INSERT INTO ${table} SELECT ${[...key, ...values].join(', ')} FROM ${view}
    WHERE ticket_id >= (? + 0) AND ticket_id < (? + 0) GROUP BY ${key.map((_, at) => at + 1).join(', ')}
    ON CONFLICT DO UPDATE SET ${own.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')}`

/** The same of all contacts. */
export const addContacts = ({ figures }: FigureTables): string =>
  `INSERT INTO ${figures} SELECT created_at / 3600000, 0, 0, 0, ${ticketColumns.map((column) => (column === 'contacts' ? 'count(*)' : '0')).join(', ')}
    FROM contacts WHERE is_group = 0 GROUP BY 1 ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts`
