/**
 * A number of the messenger's official API: it may write to strangers by template, so neither the caution with linked
 * phones nor their look applies. Meta rates its quality and limits how many people it writes to.
 */
import { capabilitiesOf } from '../../channels/capabilities'
import { channelOf } from '../../channels/connections/queries'
import { findMetaAccount } from '../../channels/meta/accounts'
import type { Cx } from '../../platform/cx'
import { getValue } from '../../platform/sql'
import { DAY } from '../../platform/time'
import type { CampaignSettings } from '../contract'
import type { Wait } from './policy'

export type Official = {
  readonly quality: 'low' | 'medium' | 'high'
  /** People within 24 hours; null: no limit, or not known yet. */
  readonly peopleLimit: number | null
}

const qualities: Readonly<Record<string, Official['quality']>> = { RED: 'low', YELLOW: 'medium' }

/** Null for other connections. */
export function officialOf({ db }: Pick<Cx, 'db'>, connectionId: number): Official | null {
  if (!capabilitiesOf(channelOf(db, connectionId)).templates) return null
  const account = findMetaAccount(db, connectionId)
  const limit = account?.limit ?? -1
  return { quality: qualities[account?.quality ?? ''] ?? 'high', peopleLimit: limit < 0 ? null : limit }
}

/** Intervals make a phone look used by a person, and new contacts endanger it. */
export const officialSettings = (settings: CampaignSettings): CampaignSettings => ({
  ...settings,
  messageInterval: 0,
  longerIntervalAfter: 0,
  coldCap: Number.MAX_SAFE_INTEGER,
})

/** How many times slower than usual it sends. */
export const slownessOf = (official: Official | null): number => (official?.quality === 'medium' ? 4 : 1)

export function heldByMeta(cx: Cx, connectionId: number, { quality, peopleLimit }: Official): Wait | null {
  if (quality === 'low') return { why: 'lowQuality', until: null }
  const until = peopleLimit === null ? null : fullUntil(cx, connectionId, peopleLimit)
  return until === null ? null : { why: 'peopleLimit', until }
}

/** When the next person may be written to; null: now. */
function fullUntil(cx: Cx, connectionId: number, limit: number): number | null {
  if (limit === 0) return cx.now() + DAY
  if (countSent(cx, connectionId) < limit) return null
  const at = getValue<number>(
    cx.db,
    'SELECT at FROM reached WHERE connection_id = (? + 0) AND at > (? + 0) ORDER BY at DESC LIMIT 1 OFFSET (? + 0)',
    [connectionId, cx.now() - DAY, limit - 1],
  )
  return at === undefined ? null : at + DAY
}

/** Messages of today and yesterday, which is never less than the people of the last 24 hours, and cheap to read. */
const countSent = (cx: Cx, connectionId: number): number =>
  Number(
    getValue(
      cx.db,
      `SELECT ifnull((SELECT sent FROM reach_pace WHERE connection_id = @connectionId), 0) +
         ifnull((SELECT sum(sent) FROM reach_days WHERE connection_id = @connectionId AND day >= @since), 0)`,
      { connectionId, since: new Date(cx.now() - 2 * DAY).toISOString().slice(0, 10) },
    ),
  )
