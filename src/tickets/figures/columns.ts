/** What is counted for each hour, queue, person and connection; triggers keep it (migrations 0070, 0079, 0113 and 0158). */

/** Of the table `figures`: what the rows of its view, which belong to a ticket, add up to; and the new contacts. */
const ofTickets = ['opened', 'accepted', 'wait', 'closed', 'attended', 'support'] as const
export const ticketColumns = [...ofTickets, 'contacts'] as const
/** Of the table `message_hours`. */
export const messageColumns = ['received', 'sent'] as const

/** What a cell of `rating_counts` adds, for each of its `n` ratings. `csat_sum` is in 1/2520 of the scale, which all scales to ten divide. */
const ofCells = {
  asked: '1',
  answered: 'value >= 0',
  csat: "type = 'csat' AND value >= 0",
  satisfied: "type = 'csat' AND satisfied > 0",
  csat_sum: "iif(type = 'csat' AND value >= 0 AND top > 0, value * 2520 / top, 0)",
  promoters: "type = 'nps' AND value >= 9",
  passives: "type = 'nps' AND value BETWEEN 7 AND 8",
  detractors: "type = 'nps' AND value BETWEEN 0 AND 6",
} as const

export type FigureColumn = (typeof ticketColumns)[number] | (typeof messageColumns)[number] | keyof typeof ofCells

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

/** Where the figures are read. */
export type Source = {
  readonly table: string
  /** Its time, of which an hour has `anHour`. */
  readonly time: string
  readonly anHour: number
  /** SQL whose sum is the figure, and the columns it needs. */
  readonly sums: Readonly<Partial<Record<FigureColumn, string>>>
  readonly uses: readonly string[]
}

const plain = <C extends FigureColumn>(table: string, columns: readonly C[]): Source => ({
  table,
  time: 'hour',
  anHour: 1,
  sums: Object.fromEntries(columns.map((column) => [column, column])),
  uses: columns,
})
export const sources: readonly Source[] = [
  plain(TABLES.figures, ticketColumns),
  plain(TABLES.messages, messageColumns),
  {
    table: TABLES.ratings,
    time: 'quarter',
    anHour: kept.ratings.anHour,
    sums: Object.fromEntries(Object.entries(ofCells).map(([column, sql]) => [column, `n * (${sql})`])),
    uses: ['type', 'value', 'satisfied', 'top', 'n'],
  },
]
export const columns = sources.flatMap(({ sums }) => Object.keys(sums) as FigureColumn[]) // of their sums

/** Adds what the tickets from one number to below another count. */
export const addTickets = (tables: FigureTables): readonly string[] => [
  adding(tables.figures, {
    view: 'ticket_figures',
    key: PLACE,
    own: ofTickets,
    values: [...ofTickets.map((column) => `sum(${column})`), '0'],
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
  `INSERT INTO ${figures} SELECT created_at / 3600000, 0, 0, 0, ${ofTickets.map(() => '0').join(', ')}, count(*)
    FROM contacts WHERE is_group = 0 GROUP BY 1 ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts`
