/**
 * A number of the messenger's official API: it may write to strangers by template, so neither the caution with linked
 * phones nor their look applies. Meta rates its quality and limits how many people it writes to.
 */
import { capabilitiesOf } from '../../channels/capabilities'
import { channelOf } from '../../channels/connections/queries'
import { findMetaAccount } from '../../channels/meta/accounts'
import { fullUntil } from '../../channels/meta/first-messages'
import type { Cx } from '../../platform/cx'
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

/** For a forecast: as if Meta's 24 hours were the calendar's day, and everybody got a template. */
export const withPeopleLimit = (settings: CampaignSettings, official: Official | null): CampaignSettings =>
  official?.peopleLimit
    ? { ...settings, dailyCap: Math.min(settings.dailyCap || official.peopleLimit, official.peopleLimit) }
    : settings

/** How many times slower than usual it sends. */
export const slownessOf = (official: Official | null): number => (official?.quality === 'medium' ? 4 : 1)

/** `isFirst`: the recipient's reply window is closed. */
export function heldByMeta(
  cx: Cx,
  connectionId: number,
  { quality, peopleLimit }: Official,
  isFirst: boolean,
): Wait | null {
  if (quality === 'low') return { why: 'lowQuality', until: null }
  const until = peopleLimit === null || !isFirst ? null : fullUntil(cx, connectionId, peopleLimit)
  return until === null ? null : { why: 'peopleLimit', until }
}
