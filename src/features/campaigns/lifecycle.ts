/** Status of a campaign (start, stop, end) and the creation of its deliveries after the start. */
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { contactOfKey, otherForm } from '../../contacts/number'
import { usernameOf } from '../../contacts/usernames'
import { AppError, fail } from '../../errors'
import { sendLimitsOf, type Wait } from '../../outbound/rate/limiter'
import type { Cx } from '../../platform/cx'
import { execute, getColumn, getRow, getRows, getValue } from '../../platform/sql'
import { searchable } from '../../platform/text'
import { DAY } from '../../platform/time'
import { hasFeature } from '../../tenancy/contract'
import { saveCampaign } from './actions'
import { type Recipient, recipientsAfter } from './audience'
import { type Campaign, type CampaignStatus, STATUS } from './contract'
import { addToCounters, type CounterDelta, noteChange } from './counters'
import { findDelivery, withdrawDelivery } from './delivery'
import { campaignErrors } from './errors'
import { findCampaign, findCampaignOrFail, findUsableCampaign, progressOf } from './queries'
import type { StoredCampaign } from './tables'
import { chosen } from './texts'
import { requireComplete } from './validate'

/** Answers after this time do not count. */
export const ANSWERED_WITHIN = 7 * DAY
/** Deliveries created per transaction. */
const SLICE = 250
/** Unanswered questions expired per transaction. */
const EXPIRED_AT_ONCE = 200

export const startNow = (cx: Cx, actor: Actor, id: number): Campaign =>
  cx.transaction((cx) => {
    const campaign = requireStatus(cx, actor, id, [STATUS.draft, STATUS.scheduled])
    requireComplete(cx, campaign)
    recordAct(cx, actor, { kind: 'campaign', act: 'start', subject: campaign })
    return begin(cx, campaign)
  })

/** Resumes with the recipients that nothing was sent to. */
export const restartCampaign = (cx: Cx, actor: Actor, id: number): Campaign =>
  cx.transaction((cx) => {
    const campaign = requireStatus(cx, actor, id, [STATUS.stopped])
    requireComplete(cx, campaign)
    recordAct(cx, actor, { kind: 'campaign', act: 'restart', subject: campaign })
    return begin(cx, campaign)
  })

export const cancelCampaign = (cx: Cx, actor: Actor, id: number): Campaign =>
  cx.transaction((cx) => {
    const campaign = requireStatus(cx, actor, id, [STATUS.running, STATUS.scheduled])
    recordAct(cx, actor, { kind: 'campaign', act: 'cancel', subject: campaign })
    return stop(cx, campaign, null)
  })

function requireStatus(cx: Cx, actor: Actor, id: number, allowed: readonly CampaignStatus[]): StoredCampaign {
  const found = findUsableCampaign(cx, actor, id)
  return allowed.includes(found.status) ? found : fail(campaignErrors.ERR_CAMPAIGN_STATE, { status: found.status })
}

const ALIVE = `status IN ('${STATUS.scheduled}', '${STATUS.running}')`
/** When the next campaign starts or resumes, or the next question expires, in SQL. */
export const NEXT_STEP = `SELECT min(at) FROM (
  SELECT min(starts_at) AS at FROM campaigns WHERE status = '${STATUS.scheduled}'
  UNION ALL
  SELECT 0 FROM campaigns c JOIN campaign_progress p ON p.campaign_id = c.id WHERE c.status = '${STATUS.running}' AND p.waiting > 0
  UNION ALL
  SELECT min(asked_at) + ${ANSWERED_WITHIN} FROM campaign_deliveries
    WHERE state = 'asked' AND EXISTS (SELECT 1 FROM campaigns WHERE ${ALIVE}))`

/** Also starts campaigns whose time passed while the server was off: unlike schedules, they are not bound to an hour. */
export function startDue(cx: Cx) {
  const due = getColumn<number>(
    cx.db,
    `SELECT id FROM campaigns WHERE status = '${STATUS.scheduled}' AND starts_at <= (? + 0) LIMIT 20`,
    cx.now(),
  )
  for (const id of due)
    cx.transaction((cx) => {
      const campaign = findCampaignOrFail(cx.db, id)
      try {
        requireComplete(cx, campaign)
      } catch (error) {
        // Its list, tag or connection was deleted since.
        if (!(error instanceof AppError)) throw error
        return void stop(cx, campaign, 'incomplete')
      }
      begin(cx, campaign)
    })
}

/**
 * When the plan no longer includes campaigns, stops running ones, and scheduled ones at their time. A user resumes them
 * when the plan includes campaigns again.
 */
export function stopWithoutPlan(cx: Cx): void {
  if (hasFeature(cx.tenant.features, 'useCampaigns')) return
  cx.transaction((cx) => {
    const ids = getColumn<number>(
      cx.db,
      `SELECT id FROM campaigns
       WHERE status = '${STATUS.running}' OR (status = '${STATUS.scheduled}' AND starts_at <= (? + 0))`,
      cx.now(),
    )
    for (const id of ids) stop(cx, findCampaignOrFail(cx.db, id), 'plan')
  })
}

function begin(cx: Cx, { id, connectionId, startedAt, startsAt }: StoredCampaign): Campaign {
  const { why = null, until = null } =
    (connectionId === null ? null : waitToShow(sendLimitsOf(cx, connectionId).wait)) ?? {}
  execute(cx.db, 'UPDATE campaign_progress SET wait_why = ?, wait_until = ? WHERE campaign_id = ?', [why, until, id])
  const now = cx.now()
  return saveCampaign(cx, id, {
    status: STATUS.running,
    startedAt: startedAt ?? now,
    startsAt: startsAt ?? now,
    completedAt: null,
    reason: null,
  })
}

/** The usual pauses between messages are not worth showing. */
export const waitToShow = (wait: Wait | null): Wait | null =>
  wait?.why === 'interval' || wait?.why === 'longPause' ? null : wait

/** Also withdraws messages in the outbox that were not handed over yet. */
export function stop(cx: Cx, { id }: StoredCampaign, reason: string | null): Campaign {
  withdrawAll(cx, id)
  return saveCampaign(cx, id, { status: STATUS.stopped, reason, completedAt: null })
}

function withdrawAll(cx: Cx, campaignId: number) {
  const ids = getColumn<number>(
    cx.db,
    "SELECT id FROM campaign_deliveries WHERE campaign_id = (? + 0) AND state = 'sending'",
    campaignId,
  )
  for (const one of ids.flatMap((id) => findDelivery(cx.db, id) ?? [])) withdrawDelivery(cx, one)
}

const UNFILLED = `campaigns c JOIN campaign_progress p ON p.campaign_id = c.id WHERE c.status = '${STATUS.running}' AND p.is_filled = 0`
/** Whether deliveries are still to be created, in SQL. */
export const TO_FILL = `SELECT 0 FROM ${UNFILLED} LIMIT 1`

/** Campaign whose deliveries are created next: the one with the fewest. */
const nextToFill = ({ db }: Cx): number | undefined =>
  getValue<number>(db, `SELECT c.id FROM ${UNFILLED} ORDER BY p.total LIMIT 1`)

/** Creates a slice of deliveries for one running campaign. Returns false when all are complete. */
export const fillSome = (cx: Cx): boolean =>
  cx.transaction((cx) => {
    const id = nextToFill(cx)
    const campaign = id === undefined ? undefined : findCampaign(cx.db, id)
    if (!campaign) return false
    fillSlice(cx, campaign)
    return true
  })

function fillSlice(cx: Cx, campaign: StoredCampaign) {
  const { id } = campaign
  const { sourceId, total } = progressOf(cx.db, id)
  const { recipients, last } = recipientsAfter(cx.db, { ...campaign, now: cx.now() }, sourceId, SLICE)
  const delta: Required<Pick<CounterDelta, 'total' | 'waiting' | 'coldWaiting' | 'skipped'>> = {
    total: 0,
    waiting: 0,
    coldWaiting: 0,
    skipped: 0,
  }
  for (const [at, person] of recipients.entries()) {
    const leftOut = isAgain(cx, id, person) ? 'duplicate' : person.leftOut
    if (leftOut === 'duplicate' && campaign.contactListId === null) continue // another ticket of the same contact
    if (!insert(cx, campaign, { ...person, leftOut }, total + at)) continue
    delta.total++
    delta[leftOut === null ? 'waiting' : 'skipped']++
    if (leftOut === null && person.isCold) delta.coldWaiting++
  }
  addToCounters(cx, id, delta)
  execute(cx.db, 'UPDATE campaign_progress SET source_id = (? + 0), is_filled = (? + 0) WHERE campaign_id = (? + 0)', [
    last ?? sourceId,
    Number(last === null),
    id,
  ])
  if (last === null) endIfDone(cx, id)
}

/** Neighbours in the list may swap places: positions vary randomly by up to this much. */
const VARIATION = 20

function insert(cx: Cx, campaign: StoredCampaign, person: Recipient, order: number): boolean {
  const { number, name, contactId, isCold, leftOut } = person
  const { changes } = execute(
    cx.db,
    `INSERT OR IGNORE INTO campaign_deliveries
       (campaign_id, number, name, words, contact_id, position, is_cold, text, confirmation_text, state, reason, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      campaign.id,
      number,
      name,
      `${searchable(name)} ${searchTermOf(cx, number, contactId)}`,
      contactId,
      order + Math.floor(Math.random() * VARIATION),
      Number(isCold),
      chosen(campaign.texts) ?? 1,
      campaign.confirmation ? (chosen(campaign.confirmationTexts) ?? 1) : null,
      leftOut === null ? 'waiting' : 'skipped',
      leftOut,
      cx.now(),
    ],
  )
  return changes > 0
}

/** Search term beside the name. */
const searchTermOf = (cx: Cx, number: string, contactId: number | null): string =>
  contactOfKey(number) === undefined ? number : `@${(contactId !== null && usernameOf(cx.db, contactId)) || ''}`

/** Matches the number in either form, or the contact. */
const isAgain = (cx: Cx, campaignId: number, { number, contactId }: Recipient): boolean =>
  getRow(
    cx.db,
    `SELECT 1 FROM campaign_deliveries WHERE campaign_id = (? + 0) AND number IN (?, ?)
     UNION ALL SELECT 1 FROM campaign_deliveries WHERE contact_id = (? + 0) AND campaign_id = (? + 0) LIMIT 1`,
    [campaignId, number, otherForm(number) ?? number, contactId, campaignId],
  ) !== undefined

/** Ends the campaign once no delivery is waiting, asked or on its way. */
export function endIfDone(cx: Cx, id: number) {
  const { isFilled, waiting, asked } = progressOf(cx.db, id)
  if (!isFilled || waiting > 0 || asked > 0) return
  if (findCampaign(cx.db, id)?.status === STATUS.running)
    saveCampaign(cx, id, { status: STATUS.finished, completedAt: cx.now(), reason: null })
}

/** Skips recipients who did not confirm in time. */
export function expireAsked(cx: Cx) {
  const due = `SELECT id, campaign_id AS campaignId FROM campaign_deliveries
    WHERE state = 'asked' AND asked_at <= (? + 0) LIMIT ${EXPIRED_AT_ONCE}`
  if (getRow(cx.db, due, cx.now() - ANSWERED_WITHIN) === undefined) return
  cx.transaction((cx) => {
    const rows = getRows<{ id: number; campaignId: number }>(cx.db, due, cx.now() - ANSWERED_WITHIN)
    for (const { id, campaignId } of rows) {
      execute(
        cx.db,
        "UPDATE campaign_deliveries SET state = 'skipped', reason = 'noConfirmation', at = (? + 0) WHERE id = (? + 0)",
        [cx.now(), id],
      )
      addToCounters(cx, campaignId, { asked: -1, skipped: 1 })
    }
    for (const id of new Set(rows.map(({ campaignId }) => campaignId))) endIfDone(cx, id)
  })
}

/** Stores why nothing is sent now; announced if it changed. */
export function noteWait(cx: Cx, id: number, why: string | null, until: number | null) {
  const { changes } = execute(
    cx.db,
    `UPDATE campaign_progress SET wait_why = @why, wait_until = @until
     WHERE campaign_id = @id AND (wait_why IS NOT @why OR wait_until IS NOT @until)`,
    { id, why, until },
  )
  if (changes > 0) noteChange(cx, id)
}
