/** Adds what led to a ticket to its summary, and a filter to ticket lists. */
import * as v from 'valibot'
import type { Cx } from '../../platform/cx'
import { on } from '../../platform/extensions'
import { execute, getRow, getRows } from '../../platform/sql'
import { mayHold } from '../../platform/sqlite'
import { ticketReferred } from '../../tickets/events'
import { defineTicketField, type TicketFilter } from '../../tickets/fields'
import { referralKinds, TicketReferral } from './contract'

const anyReferrals = mayHold('ticket_referrals')
const noReferrals: ReadonlyMap<number, TicketReferral | null> = new Map()

export const ticketReferral = defineTicketField({
  name: 'referral',
  schema: v.nullable(TicketReferral),
  none: null,
  of(db, ticketIds) {
    if (!anyReferrals(db)) return noReferrals
    const found = getRows<{ id: number; referral: string }>(
      db,
      'SELECT ticket_id AS id, referral FROM ticket_referrals WHERE ticket_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ticketIds),
    )
    return new Map(found.map(({ id, referral }) => [id, JSON.parse(referral) as TicketReferral])) // as it was stored
  },
})

/** Up to this many, finding and sorting them is faster than scanning a whole tab. */
const FEW = 20_000

const kindOf = (id: number): string => referralKinds.find((one) => one.id === id)?.kind ?? ''

export const referralFilter: TicketFilter = {
  name: 'referrals',
  most: 1,
  has: (id) => ({
    sql: 'EXISTS (SELECT 1 FROM ticket_referrals tr WHERE tr.ticket_id = t.id AND tr.kind = ?)',
    params: [kindOf(id)],
  }),
  few: (db, [id = 0]) =>
    getRow(db, `SELECT 1 FROM ticket_referrals LIMIT 1 OFFSET ${FEW}`) === undefined
      ? { sql: 't.id IN (SELECT ticket_id FROM ticket_referrals WHERE kind = ?)', params: [kindOf(id)] }
      : null,
}

/** The first one stays. */
export const keepReferral = on(ticketReferred, 'inTransaction', ({ db }: Cx, { ticketId, referral, at }) => {
  const { thumbnail: _, ...kept } = referral
  execute(db, 'INSERT INTO ticket_referrals VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', [
    ticketId,
    kept.kind,
    JSON.stringify(kept),
    at,
  ])
})
