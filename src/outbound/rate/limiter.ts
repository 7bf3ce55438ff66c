/** The rate limiter: books each message in the transaction that posts it, and slows down by the delivery stats. */
import { type Doer, recordAct } from '../../audit/record'
import type { ConnectionStatus } from '../../channels/connections/contract'
import { findConnectionOrFail } from '../../channels/connections/queries'
import { countPeople } from '../../channels/meta/first-messages'
import { ableToSend } from '../../channels/sessions/states'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { execute, getRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { DAY, MINUTE } from '../../platform/time'
import { isOnStandby, isOverdue } from '../../tenancy/standby'
import {
  type CampaignSettings,
  type ConnectionSendLimits,
  type Forecast,
  type Wait as ShownWait,
  sendLimitsUpdated,
} from '../contract'
import { rateLimitChanged } from '../events'
import { mayManageOver } from '../rights'
import { campaignSettings, companySendingHours } from '../settings'
import { heldBy } from './holds'
import { dayAt } from './hours'
import { heldByMeta, type Official, officialOf, officialSettings, slownessOf, withPeopleLimit } from './official'
import {
  type AdmissionRequest,
  asOf,
  coldCapOf,
  computeForecast,
  decide,
  type Facts,
  judge,
  meanSeconds,
  newRateState,
  type RateState,
  untilPause,
  type Wait,
} from './policy'
import { readDeliveryStats } from './stats'

export type { Wait } from './policy'

export type SendLimits = {
  readonly sentToday: number
  /** The messages already sent today plus those that fit into the remaining hours. */
  readonly mayToday: number
  /** Over an official number: people written to first within 24 hours. */
  readonly coldToday: number
  readonly coldMayToday: number
  readonly isRestricted: boolean
  readonly restrictedUntil: number | null
  /** Days since linking; null: unknown. */
  readonly linkedDays: number | null
  /** Null: a message to somebody who has written to us may leave now. */
  readonly wait: Wait | null
  /** The average interval between two messages. */
  readonly meanSeconds: number
  /** Messages until the next long pause; null if there are no long pauses. */
  readonly untilPause: number | null
  /** How many times slower than configured it sends. */
  readonly factor: number
}

/**
 * Asks whether one more message may leave over this connection now. Returns null if it may, and books it; call it in
 * the transaction that posts the message. `isScheduled`: a person set the time, so only new-contact limits apply.
 */
export function admit(
  cx: Cx,
  connectionId: number,
  isCold: boolean,
  also: Pick<AdmissionRequest, 'isScheduled' | 'isFirst'> = {},
): Wait | null {
  const paused = pauseOf(cx)
  if (paused) return paused
  return cx.transaction((cx) => {
    const row = readRow(cx.db, connectionId)
    if (!row) return also.isScheduled ? null : { why: 'disconnected', until: null }
    const official = officialOf(cx, connectionId)
    const settings = settingsFor(cx, official)
    const facts = factsOf(cx, row, official, also.isFirst ?? false)
    const stored = rateStateOf(row)
    const before = judged(cx, connectionId, stored ?? newRateState(facts.today.day), row)
    const asked = { isCold, ...also }
    const { wait, rate } = decide(before, settings, facts, asked, { now: cx.now(), random: Math.random })
    const full = wait === null && !also.isScheduled ? backlog(cx, connectionId, settings, row) : null
    const after = full ? before : rate
    if (after !== stored) storeRateState(cx, connectionId, stored, after)
    return full ?? wait
  })
}

/** Why the company sends nothing automatically. */
export function pauseOf(cx: Cx): Wait | null {
  if (isOnStandby(cx)) return { why: 'resting', until: null }
  return isOverdue(cx) ? { why: 'overdue', until: null } : null
}

/** Whether the contact never wrote to us over this connection. Groups are never cold. */
export const isCold = (db: Db, contactId: number | null, connectionId: number): boolean =>
  contactId === null ||
  getRow(
    db,
    `SELECT 1 FROM contacts WHERE id = @contactId AND is_group = 1 UNION ALL
     SELECT 1 FROM messages INDEXED BY messages_page WHERE contact_id = @contactId AND connection_id = @connectionId AND from_me = 0
     LIMIT 1`,
    { contactId, connectionId },
  ) === undefined

export function sendLimitsOf(cx: Cx, connectionId: number): SendLimits {
  const row = readRow(cx.db, connectionId)
  const official = officialOf(cx, connectionId)
  const settings = settingsFor(cx, official)
  const now = cx.now()
  const facts = row ? factsOf(cx, row, official) : { ...factsOf(cx, NO_ROW, official), isOpen: false }
  const rate = asOf((row && rateStateOf(row)) ?? newRateState(facts.today.day), settings, facts.today, now)
  const asked = { isCold: false }
  const { wait } = decide(rate, settings, facts, asked, { now, random: () => 0 })
  const isRestricted = facts.restriction !== null
  const room = computeForecast(rate, settings, facts, { warm: MANY, cold: 0 }, { from: now, dayOf: dayIn(cx), most: 1 })
  const coldToday = official ? countPeople(cx, connectionId) : rate.cold
  const coldCap = official ? (official.peopleLimit ?? MANY) : coldCapOf(settings, facts.linkedDays)
  const coldMay = Math.min(coldCap, coldToday + (rate.newChats?.left ?? coldCap))
  return {
    sentToday: rate.sent,
    mayToday: rate.sent + (room.days[0]?.count ?? 0),
    coldToday,
    coldMayToday: isRestricted ? coldToday : Math.max(coldToday, coldMay),
    isRestricted,
    restrictedUntil: facts.restriction?.until ?? null,
    linkedDays: facts.linkedDays,
    wait,
    meanSeconds: meanSeconds(settings, rate.factor),
    untilPause: untilPause(rate, settings),
    factor: rate.factor,
  }
}
const MANY = 1_000_000

/** When that many messages will have left, and how many leave on each day. Times in epoch milliseconds. */
export function forecast(
  cx: Cx,
  connectionId: number,
  wanted: { readonly warm: number; readonly cold: number },
  startsAt: number,
): { endsAt: number | null; days: Forecast['days'] } {
  const row = readRow(cx.db, connectionId) ?? NO_ROW
  const official = officialOf(cx, connectionId)
  const settings = withPeopleLimit(settingsFor(cx, official), official)
  const facts = factsOf(cx, row, official)
  const rate = asOf(rateStateOf(row) ?? newRateState(facts.today.day), settings, facts.today, cx.now())
  return computeForecast(rate, settings, facts, wanted, { from: Math.max(startsAt, cx.now()), dayOf: dayIn(cx) })
}

const dayIn =
  ({ tenant }: Cx) =>
  (at: number) =>
    dayAt(at, tenant.timeZone)

/** In the wire format. */
export const showWait = (wait: Wait | null): ShownWait | null =>
  wait && { why: wait.why, until: instantOrNull(wait.until) }
export const showForecast = ({ endsAt, days }: ReturnType<typeof forecast>): Forecast => ({
  endsAt: endsAt === null ? null : instant(endsAt),
  days,
})
export function showSendLimits(cx: Cx, connectionId: number): ConnectionSendLimits {
  const { name } = findConnectionOrFail(cx.db, connectionId)
  const { sentToday, mayToday, coldToday, coldMayToday, isRestricted, factor, ...limits } = sendLimitsOf(
    cx,
    connectionId,
  )
  return {
    whatsappId: connectionId,
    name,
    sentToday,
    mayToday,
    coldToday,
    coldMayToday,
    isRestricted,
    restrictedUntil: instantOrNull(limits.restrictedUntil),
    linkedDays: limits.linkedDays,
    factor,
    wait: showWait(limits.wait),
  }
}

/** Lets a stopped connection send again; earlier outcomes no longer count. */
export function release(cx: Cx, doer: Doer, connectionId: number): ConnectionSendLimits {
  return cx.transaction((cx) => {
    const { id, name } = findConnectionOrFail(cx.db, connectionId)
    const row = readRow(cx.db, id)
    if (row?.stoppedAt != null) {
      execute(
        cx.db,
        'UPDATE reach_pace SET stopped_at = NULL, factor = 1, free_at = 0, released_at = (? + 0) WHERE connection_id = (? + 0)',
        [cx.now(), id],
      )
      recordAct(cx, doer, { kind: 'connection', act: 'release', subject: { id, name } })
      announce(cx, id)
      cx.happened(rateLimitChanged({ connectionId: id }))
    }
    return showSendLimits(cx, id)
  })
}

/** Called when one of its messages failed or was unwanted: sending may have to slow down. */
export function judgeAgain(cx: Cx, connectionId: number) {
  const row = readRow(cx.db, connectionId)
  const before = row && rateStateOf(row)
  if (!row || !before) return
  const after = judged(cx, connectionId, before, { ...row, judgedAt: 0 })
  if (after !== before) storeRateState(cx, connectionId, before, after)
}

/** Judges the outcomes at most once a minute. */
function judged(
  cx: Cx,
  connectionId: number,
  rate: RateState,
  { judgedAt, releasedAt }: Pick<Row, 'judgedAt' | 'releasedAt'>,
): RateState {
  const now = cx.now()
  if (judgedAt !== null && judgedAt <= now && now - judgedAt < MINUTE) return rate
  execute(cx.db, 'UPDATE reach_pace SET judged_at = (? + 0) WHERE connection_id = (? + 0)', [now, connectionId])
  const official = officialOf(cx, connectionId)
  const stats = readDeliveryStats(cx.db, connectionId, { since: releasedAt ?? 0, now })
  // The official number cannot look up who has the messenger, so failures say nothing about it.
  const judgement = judge(official ? { ...stats, failed: 0 } : stats)
  const factor = Math.max(judgement.factor, slownessOf(official))
  const { stops } = judgement
  const stoppedAt = rate.stoppedAt ?? (stops ? now : null)
  return factor === rate.factor && stoppedAt === rate.stoppedAt ? rate : { ...rate, factor, stoppedAt }
}

function announce(cx: Cx, connectionId: number) {
  cx.emit(sendLimitsUpdated({ standing: showSendLimits(cx, connectionId) }), mayManageOver(connectionId))
}

/** A longer outbox would delay attendants' messages. */
function backlog(
  cx: Cx,
  connectionId: number,
  { messageInterval }: CampaignSettings,
  { messagesPerMinute }: Row,
): Wait | null {
  const most = messagesPerMinute > 0 ? 2 : messageInterval > 0 ? 12 : 48
  const waiting = getValue(
    cx.db,
    `SELECT count(*) FROM (SELECT 1 FROM outbox WHERE connection_id = (? + 0) AND next_at <= (? + 0) LIMIT 48)`,
    [connectionId, cx.now()],
  )
  return Number(waiting) < most ? null : { why: 'interval', until: cx.now() + (messagesPerMinute > 0 ? 1000 : 50) }
}

const settingsFor = (cx: Cx, official: Official | null): CampaignSettings =>
  official ? officialSettings(campaignSettings(cx)) : campaignSettings(cx)

type Row = {
  readonly id: number
  readonly status: ConnectionStatus
  readonly restrictedUntil: number | null
  readonly messagesPerMinute: number
  readonly linkedAt: number | null
  /** Null until the first message leaves, as are the fields below. */
  readonly day: string | null
  readonly sent: number | null
  readonly cold: number | null
  readonly burst: number | null
  readonly freeAt: number | null
  readonly isPausing: number | null
  readonly factor: number | null
  readonly stoppedAt: number | null
  readonly releasedAt: number | null
  readonly judgedAt: number | null
  readonly newChatsLeft: number | null
  readonly newChatsUntil: number | null
}

const NO_ROW: Row = {
  id: 0,
  status: 'DISCONNECTED',
  restrictedUntil: null,
  messagesPerMinute: 0,
  linkedAt: null,
  day: null,
  sent: null,
  cold: null,
  burst: null,
  freeAt: null,
  isPausing: null,
  factor: null,
  stoppedAt: null,
  releasedAt: null,
  judgedAt: null,
  newChatsLeft: null,
  newChatsUntil: null,
}

const readRow = (db: Db, connectionId: number): Row | undefined =>
  getRow<Row>(
    db,
    `SELECT c.id, c.status, c.restricted_until AS restrictedUntil, c.messages_per_minute AS messagesPerMinute, l.linked_at AS linkedAt, p.day, p.sent, p.cold,
       p.burst, p.free_at AS freeAt, p.is_pausing AS isPausing, p.factor, p.stopped_at AS stoppedAt, p.released_at AS releasedAt,
       p.judged_at AS judgedAt, p.new_chats_left AS newChatsLeft, p.new_chats_until AS newChatsUntil
     FROM connections c LEFT JOIN reach_pace p ON p.connection_id = c.id
       LEFT JOIN connection_links l ON l.connection_id = c.id
     WHERE c.id = (? + 0) AND c.deleted_at IS NULL`,
    connectionId,
  )

function rateStateOf(row: Row): RateState | undefined {
  if (row.day === null) return undefined
  const { day, stoppedAt, newChatsLeft: left } = row
  return {
    day,
    sent: row.sent ?? 0,
    cold: row.cold ?? 0,
    burst: row.burst ?? 0,
    freeAt: row.freeAt ?? 0,
    isPausing: row.isPausing === 1,
    factor: row.factor ?? 1,
    stoppedAt,
    newChats: left === null ? null : { left, until: row.newChatsUntil },
  }
}

function factsOf(
  cx: Cx,
  { id, status, restrictedUntil, linkedAt }: Row,
  official: Official | null,
  isFirst = true,
): Facts {
  const isRestricted = status === 'RESTRICTED' || (restrictedUntil !== null && restrictedUntil > cx.now())
  return {
    today: dayAt(cx.now(), cx.tenant.timeZone),
    hours: companySendingHours(cx),
    isOpen: ableToSend.has(status),
    restriction: isRestricted ? { until: restrictedUntil } : null,
    linkedDays: official || linkedAt === null ? null : Math.max(0, Math.floor((cx.now() - linkedAt) / DAY)),
    held: (official && heldByMeta(cx, id, official, isFirst)) ?? heldBy(cx, id),
  }
}

function storeRateState(cx: Cx, connectionId: number, before: RateState | undefined, rate: RateState) {
  const raw = cx.db.$client
  if (before && before.day !== rate.day && before.sent > 0)
    execute(raw, 'INSERT INTO reach_days VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET sent = max(sent, excluded.sent)', [
      connectionId,
      before.day,
      before.sent,
    ])
  execute(
    raw,
    `INSERT INTO reach_pace (connection_id, day, sent, cold, burst, free_at, is_pausing, factor, stopped_at, released_at, judged_at,
       new_chats_left, new_chats_until, posted)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, 0)
     ON CONFLICT DO UPDATE SET day = excluded.day, sent = excluded.sent, cold = excluded.cold, burst = excluded.burst,
       free_at = excluded.free_at, is_pausing = excluded.is_pausing, factor = excluded.factor, stopped_at = excluded.stopped_at,
       new_chats_left = excluded.new_chats_left, new_chats_until = excluded.new_chats_until`,
    [
      connectionId,
      rate.day,
      rate.sent,
      rate.cold,
      rate.burst,
      rate.freeAt,
      Number(rate.isPausing),
      rate.factor,
      rate.stoppedAt,
      rate.newChats?.left ?? null,
      rate.newChats?.until ?? null,
    ],
  )
  const isAsBefore = rate.stoppedAt === (before?.stoppedAt ?? null) && rate.factor === (before?.factor ?? 1)
  if (!isAsBefore) announce(cx, connectionId)
}
