/**
 * Estimates how likely the messenger is to take a send for spam, and why. Pure, except for reading what is known of a
 * connection.
 */
import { findConnectionOrFail } from '../../channels/connections/queries'
import type { Cx } from '../../platform/cx'
import { statement } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import type { Risk, RiskKey } from '../contract'
import { campaignSettings } from '../settings'
import { sendLimitsOf } from './limiter'
import { officialOf } from './official'
import type { DeliveryStats } from './policy'
import { readDeliveryStats } from './stats'

export type RiskFacts = Pick<DeliveryStats, 'settled' | 'failed' | 'unwanted'> & {
  /** Days since the connection was linked to its phone, or created if that is unknown. */
  readonly linkedDays: number
  readonly isRestricted: boolean
  /** The quality that Meta reports of an official number; null: a linked phone. */
  readonly quality: 'low' | 'medium' | 'high' | null
  readonly warm: number
  readonly cold: number
  /** The text variants, of which each recipient gets one; empty ones left out. */
  readonly texts: readonly string[]
  /** Messages on a busy day so far. */
  readonly usual: number
  /** How many of the planned messages may leave in one day. */
  readonly mostADay: number
}

type PlannedTexts = Pick<RiskFacts, 'warm' | 'cold' | 'texts'>

export function riskFacts(cx: Cx, connectionId: number, planned: PlannedTexts): RiskFacts {
  const { createdAt } = findConnectionOrFail(cx.db, connectionId)
  const { dailyCap } = campaignSettings(cx)
  const now = cx.now()
  const { isRestricted, linkedDays } = sendLimitsOf(cx, connectionId)
  const { settled, failed, unwanted } = readDeliveryStats(cx.db, connectionId, { since: 0, now })
  return {
    ...planned,
    linkedDays: linkedDays ?? Math.max(0, Math.floor((now - createdAt) / DAY)),
    isRestricted,
    quality: officialOf(cx, connectionId)?.quality ?? null,
    settled,
    failed,
    unwanted,
    usual: usualOf(cx, connectionId),
    mostADay: dailyCap > 0 ? dailyCap : Number.POSITIVE_INFINITY,
  }
}

/**
 * The most automated messages sent on one of the last 30 days, or all messages of the last 24 hours, whichever is more.
 */
function usualOf({ db, now }: Cx, connectionId: number): number {
  const since = new Date(now() - 30 * DAY).toISOString().slice(0, 10)
  const busiest = statement(
    db.$client,
    `SELECT max(sent) FROM (SELECT sent FROM reach_days WHERE connection_id = @connectionId AND day >= @since
       UNION ALL SELECT sent FROM reach_pace WHERE connection_id = @connectionId AND day >= @since)`,
  )
  const latest = statement(
    db.$client,
    `SELECT count(*) FROM (SELECT 1 FROM messages INDEXED BY messages_said
       WHERE from_me = 1 AND created_at > ? AND kind NOT IN ('note', 'call') AND connection_id = ? LIMIT 5000)`,
  )
  return Math.max(
    Number(busiest.pluck().get({ connectionId, since }) ?? 0),
    Number(latest.pluck().get(now() - DAY, connectionId)),
  )
}

type Finding = { readonly key: RiskKey; readonly weight: number; readonly values: Record<string, number> }

export function riskOf(facts: RiskFacts): Risk {
  const found = (facts.quality === null ? ofPhone : ofOfficial).flatMap((look) => look(facts))
  const weight = found.reduce((sum, one) => sum + one.weight, 0)
  return {
    level: weight >= 5 ? 'high' : weight >= 2 ? 'medium' : 'low',
    reasons: found
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ key, weight, values }) => ({ key, warns: weight > 0, values })),
  }
}

const one = (key: RiskKey, weight: number, values: Record<string, number> = {}): Finding[] => [{ key, weight, values }]

const restriction = ({ isRestricted, cold }: RiskFacts): Finding[] =>
  isRestricted ? one('restricted', cold > 0 ? 5 : 2) : []

/** Templates are approved, and strangers may be written to: only what people think of them counts. */
const qualityOf = ({ quality }: RiskFacts): Finding[] =>
  quality === 'high' ? one('goodQuality', 0) : one('poorQuality', quality === 'low' ? 5 : 2)

const age = ({ linkedDays: days }: RiskFacts) =>
  days < 14 ? one('youngLink', days < 3 ? 2 : 1, { days }) : one('oldLink', 0, { days })

function coldShare({ warm, cold }: RiskFacts): Finding[] {
  if (cold === 0) return one('noCold', 0)
  const share = Math.max(1, Math.round((100 * cold) / (warm + cold)))
  return one('coldShare', share >= 60 ? 3 : share >= 30 ? 2 : 1, { share, count: cold })
}

const LINK = /https?:\/\/|www\.|\b[\w-]+\.(com|net|org|me|ly|link|shop|store|io|app)\b/i
function links({ texts, cold }: RiskFacts): Finding[] {
  const count = texts.filter((text) => LINK.test(text)).length
  return count > 0 ? one('links', cold > 0 ? 2 : 1, { count }) : one('noLinks', 0)
}

/** Whether every recipient gets the same text. */
function sameness({ texts }: RiskFacts): Finding[] {
  const count = new Set(texts.map((text) => text.trim())).size
  const isSame = count === 1 && !texts.some((text) => /\{\{ ?\w+ ?\}\}/.test(text))
  return isSame ? one('identical', 2) : one('varied', 0, { count })
}

function unwelcome({ settled, failed, unwanted }: RiskFacts): Finding[] {
  const count = failed + unwanted
  const share = settled === 0 ? 0 : count / settled
  if (count < 2 || share < 0.02) return one('noBlocks', 0)
  return one('blocks', share >= 0.08 ? 3 : 2, { count, share: Math.round(100 * share) })
}

/** This many a day are normal. */
const HARMLESS = 200
function volume({ warm, cold, usual, mostADay }: RiskFacts): Finding[] {
  const count = Math.min(warm + cold, mostADay)
  const isMore = count > Math.max(HARMLESS, 3 * usual)
  return isMore
    ? one('volume', count > 10 * Math.max(usual, HARMLESS / 4) ? 2 : 1, { count, usual })
    : one('usualVolume', 0, { count, usual })
}

const ofPhone = [restriction, age, coldShare, links, sameness, unwelcome, volume]
const ofOfficial = [qualityOf, unwelcome]
