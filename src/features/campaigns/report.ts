/** How a campaign goes, from its counters. */
import type { Actor } from '../../actor'
import { forecast, sendLimitsOf } from '../../outbound/rate/limiter'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { type Db, statement } from '../../platform/sqlite'
import { HOUR } from '../../platform/time'
import type { CampaignReport } from './contract'
import { findUsableCampaign, progressOf, readCampaign } from './queries'

export function readReport(cx: Cx, actor: Actor, id: number): CampaignReport {
  const { connectionId } = findUsableCampaign(cx, actor, id)
  const campaign = readCampaign(cx, id)
  return {
    campaign,
    points: pointsOf(cx, id),
    pace: campaign.status === 'EM_ANDAMENTO' ? paceOf(cx, id, connectionId) : null,
    openTickets: openTickets(cx.db, id),
  }
}

type Point = { readonly hour: number } & Record<'delivered' | 'read' | 'answered' | 'optedOut', number>

/** More hours than two months have are not drawn: only the latest. */
const MOST_POINTS = 1_500

/** Cumulated, each at the end of its hour; the hour that is not over yet, at now. */
function pointsOf(cx: Cx, id: number): CampaignReport['points'] {
  const rows = statement(
    cx.db.$client,
    'SELECT hour, delivered, read, answered, opted_out AS optedOut FROM campaign_points WHERE campaign_id = (? + 0) ORDER BY hour',
  ).all(id) as Point[] // the columns are listed
  const sum = { delivered: 0, read: 0, answered: 0, optedOut: 0 }
  return rows
    .map(({ hour, ...more }) => {
      sum.delivered += more.delivered
      sum.read += more.read
      sum.answered += more.answered
      sum.optedOut += more.optedOut
      return { at: instant(Math.min(hour + HOUR, cx.now())), ...sum }
    })
    .slice(-MOST_POINTS)
}

function paceOf(cx: Cx, id: number, connectionId: number | null): CampaignReport['pace'] {
  if (connectionId === null) return null
  const { meanSeconds, untilPause } = sendLimitsOf(cx, connectionId)
  const { waiting, coldWaiting } = progressOf(cx.db, id)
  const { endsAt } = forecast(cx, connectionId, { warm: waiting - coldWaiting, cold: coldWaiting }, cx.now())
  return { seconds: meanSeconds, untilPause, endsAt: instantOrNull(endsAt) }
}

const openTickets = (db: Db, id: number): number =>
  Number(
    statement(
      db.$client,
      `SELECT count(*) FROM (SELECT ticket_id FROM campaign_deliveries WHERE campaign_id = (? + 0) AND ticket_id IS NOT NULL LIMIT 10000) d
       CROSS JOIN tickets t ON t.id = d.ticket_id WHERE t.status <> 'closed'`,
    )
      .pluck()
      .get(id),
  )
