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

/** Both tables, under their own names or those of copies. */
export type FigureTables = { readonly figures: string; readonly messages: string }
export const TABLES: FigureTables = { figures: 'figures', messages: 'message_hours' }

/** Adds what the tickets from one number to below another count. */
export const addTickets = (tables: FigureTables): readonly string[] => [
  ...Object.entries(views).map(([view, own]) => {
    const counted = new Set<string>(own)
    const values = ticketColumns.map((column) => (counted.has(column) ? `sum(${column})` : '0'))
    return adding(tables.figures, { view, own, values })
  }),
  adding(tables.messages, {
    view: 'message_figures',
    own: messageColumns,
    values: messageColumns.map((column) => `sum(${column})`),
  }),
]

type Adding = { readonly view: string; readonly own: readonly string[]; readonly values: readonly string[] }

const adding = (table: string, { view, own, values }: Adding): string =>
  `INSERT INTO ${table} SELECT hour, queue_id, user_id, connection_id, ${values.join(', ')} FROM ${view}
    WHERE ticket_id >= (? + 0) AND ticket_id < (? + 0) GROUP BY 1, 2, 3, 4
    ON CONFLICT DO UPDATE SET ${own.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')}`

/** The same of all contacts. */
export const addContacts = ({ figures }: FigureTables): string =>
  `INSERT INTO ${figures} SELECT created_at / 3600000, 0, 0, 0, ${ticketColumns.map((column) => (column === 'contacts' ? 'count(*)' : '0')).join(', ')}
    FROM contacts WHERE is_group = 0 GROUP BY 1 ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts`
