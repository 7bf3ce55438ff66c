/** A campaign's counters and hourly points, updated in the transaction of what they count and announced once a second. */
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { execute, getRow } from '../../platform/sql'
import type { Db, Raw } from '../../platform/sqlite'
import { HOUR } from '../../platform/time'
import { announceCampaign } from './actions'
import type { CampaignCounters } from './contract'

export type CounterDelta = Partial<Record<keyof CampaignCounters, number>>

const columns: Readonly<Record<keyof CampaignCounters, string>> = {
  total: 'total',
  waiting: 'waiting',
  coldWaiting: 'cold_waiting',
  asked: 'asked',
  sent: 'sent',
  failed: 'failed',
  skipped: 'skipped',
  delivered: 'delivered',
  read: 'read',
  answered: 'answered',
  optedOut: 'opted_out',
  confirmed: 'confirmed',
  tickets: 'tickets',
}
const names = Object.keys(columns) as (keyof CampaignCounters)[] // of the record above
const ADD = `UPDATE campaign_progress SET ${names.map((name) => `${columns[name]} = ${columns[name]} + (? + 0)`).join(', ')}
  WHERE campaign_id = (? + 0)`

export const addToProgress = (db: Db, campaignId: number, delta: CounterDelta) =>
  execute(db, ADD, [...names.map((name) => delta[name] ?? 0), campaignId])

export function addToCounters(cx: Cx, campaignId: number, delta: CounterDelta) {
  addToProgress(cx.db, campaignId, delta)
  const { delivered = 0, read = 0, answered = 0, optedOut = 0 } = delta
  if (delivered || read || answered || optedOut) addToChart(cx, campaignId, [delivered, read, answered, optedOut])
  noteChange(cx, campaignId)
}

const MORE =
  'delivered = delivered + excluded.delivered, read = read + excluded.read, answered = answered + excluded.answered, opted_out = opted_out + excluded.opted_out'

/** Outcomes per hour, for the charts. */
function addToChart(cx: Cx, campaignId: number, more: readonly number[]) {
  addPoint(cx.db, campaignId, cx.now(), more)
}

/** `more`: delivered, read, answered and opted out at that time. */
export const addPoint = (db: Db, campaignId: number, at: number, more: readonly number[]) =>
  execute(db, `INSERT INTO campaign_points VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET ${MORE}`, [
    campaignId,
    at - (at % HOUR),
    ...more,
  ])

/** Campaigns with counters not announced yet. In memory only: a page reads them from the database when it opens. */
const changed = new WeakMap<Raw, Set<number>>()
export const noteChange = (cx: Cx, campaignId: number): unknown =>
  getOrMake(changed, cx.db.$client, () => new Set<number>()).add(campaignId)

export const hasUnreported = ({ db }: Cx): boolean => changed.has(db.$client)

/** Announces the changed campaigns. Called once a second. */
export function reportChanged(cx: Cx) {
  const ids = changed.get(cx.db.$client)
  if (!ids || ids.size === 0) return
  changed.delete(cx.db.$client)
  for (const id of ids) if (getRow(cx.db, 'SELECT 1 FROM campaigns WHERE id = ?', id)) announceCampaign(cx, id)
}
