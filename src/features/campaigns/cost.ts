/** What the messages of a campaign cost, counted as the messenger reports it. */
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute, getRows, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import type { MessagePricing, PriceTable } from '../message-costs/contract'
import { chargeStored } from '../message-costs/events'
import { amountOf, type ChargedDay, countsOf } from '../message-costs/meter'
import type { CampaignReport } from './contract'

export function costOfCampaign({ db }: Cx, tables: readonly PriceTable[], id: number): CampaignReport['cost'] {
  const days = getRows<ChargedDay>(
    db,
    'SELECT day, category, billed, free, entry FROM campaign_charges WHERE campaign_id = (? + 0)',
    id,
  )
  return days.length === 0 ? null : { ...countsOf(days), amount: amountOf(days, tables) }
}

function count(db: Db, campaignId: number, { day, category, rate }: MessagePricing & { day: string }, by: 1 | -1) {
  execute(
    db,
    `INSERT INTO campaign_charges (campaign_id, day, category, ${rate}) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET ${rate} = ${rate} + excluded.${rate}`,
    [campaignId, day, category, by],
  )
}

export const campaignCostSubscribers: readonly Subscriber[] = [
  on(chargeStored, 'inTransaction', ({ db }, { messageId, before, after }) => {
    const campaignId = getValue<number>(
      db,
      'SELECT campaign_id FROM campaign_deliveries WHERE message_id = (? + 0)',
      messageId,
    )
    if (campaignId === undefined) return
    if (before) count(db, campaignId, before, -1)
    count(db, campaignId, after, 1)
  }),
]
