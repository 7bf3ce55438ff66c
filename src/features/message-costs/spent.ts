/** What messages cost beyond one connection's month: between two days, of one contact, of one message. */
import type { Actor } from '../../actor'
import { capabilitiesOf } from '../../channels/capabilities'
import { listConnections, usableBy } from '../../channels/connections/queries'
import type { Cx } from '../../platform/cx'
import { dayAt, type Period } from '../../platform/days'
import { getRow, getRows } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { mayUseConnection } from '../../users/permissions'
import type { ContactCost, MessagePricing, PeriodCost, PriceTable } from './contract'
import { monthAt } from './costs'
import { amountOf, type ChargedDay, costOf, countsOf } from './meter'

/** Of the connections that the actor may use and that cost something. */
export function listPeriodCosts(
  cx: Cx,
  actor: Actor,
  tables: readonly PriceTable[],
  { from, to }: Period,
): PeriodCost[] {
  const { timeZone } = cx.tenant
  const [first, last] = [dayAt(from, timeZone), dayAt(to - 1, timeZone)]
  return listConnections(cx.db)
    .filter(({ id, channel }) => capabilitiesOf(channel).isCharged && mayUseConnection(actor, id))
    .map(({ id, channel }) => {
      // A month's first service messages are free, so each month is counted from its beginning.
      const days = daysOf(cx.db, id, `${first.slice(0, 7)}-01`, last)
      const sums = Map.groupBy(days, ({ day }) => day.slice(0, 7))
      const before = costOf(
        days.filter(({ day }) => day < first),
        tables,
      )
      const parts = [...sums.values()].map((month) => costOf(month, tables))
      const amount = parts.reduce((sum, part) => sum + part.amount, 0) - before.amount
      const counted = days.filter(({ day }) => day >= first)
      return { whatsappId: id, channel, amount, ...countsOf(counted) }
    })
    .filter(({ billed, free }) => billed + free > 0)
}

const daysOf = (db: Db, connectionId: number, first: string, last: string) =>
  getRows<ChargedDay>(
    db,
    `SELECT day, category, billed, free, entry FROM charged_days
     WHERE connection_id = (? + 0) AND day >= (? || '') AND day <= (? || '')`,
    [connectionId, first, last],
  )

/** This month, over the connections that the actor may use. Each message counts at its price, without the month's free ones. */
export function readContactCost(cx: Cx, actor: Actor, tables: readonly PriceTable[], contactId: number): ContactCost {
  const month = monthAt(cx.now(), cx.tenant.timeZone)
  const usable = usableBy(actor, 'm.connection_id')
  const days = getRows<ChargedDay>(
    cx.db,
    `SELECT c.day, c.category, count(*) FILTER (WHERE c.rate = 'billed') AS billed,
       count(*) FILTER (WHERE c.rate = 'free') AS free, count(*) FILTER (WHERE c.rate = 'entry') AS entry
     FROM messages m CROSS JOIN message_charges c ON c.message_id = m.id
     WHERE m.contact_id = (? + 0) AND m.created_at >= (? + 0) AND c.day >= (? || '-01') AND ${usable.sql} GROUP BY 1, 2`,
    [contactId, startOf(month, cx.tenant.timeZone), month, ...usable.params],
  )
  return { month, ...countsOf(days), amount: amountOf(days, tables) }
}

/** A charge may come a day after its message. */
const startOf = (month: string, timeZone: string): number =>
  Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 }).subtract({ days: 1 }).toZonedDateTime({ timeZone })
    .epochMilliseconds

/** Undefined for a message that nothing was charged for, or not yet. */
export function pricingOf(db: Db, messageId: number): MessagePricing | undefined {
  return getRow<MessagePricing>(db, 'SELECT category, rate FROM message_charges WHERE message_id = (? + 0)', messageId)
}
