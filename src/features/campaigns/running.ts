/** What begins, stops and ends a campaign, and the deliveries it is made of. */
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { contactOfKey, otherForm } from '../../contacts/number'
import { usernameOf } from '../../contacts/usernames'
import { AppError, fail } from '../../errors'
import { sendLimitsOf, type Wait } from '../../outbound/rate/limiter'
import type { Cx } from '../../platform/cx'
import { statement } from '../../platform/sqlite'
import { fold } from '../../platform/text'
import { DAY } from '../../platform/time'
import { store } from './actions'
import { type Person, personsBehind } from './audience'
import type { Campaign, CampaignStatus } from './contract'
import { findDelivery, takeOut } from './delivery'
import { campaignErrors } from './errors'
import { count, type Delta, noteChange } from './figures'
import { findCampaign, findCampaignOrFail, findUsableCampaign, progressOf } from './queries'
import { requireComplete } from './soundness'
import type { StoredCampaign } from './tables'
import { chosen } from './texts'

/** A question is answered within this time, or not at all. */
export const ANSWERED_WITHIN = 7 * DAY
/** Deliveries made in one transaction. */
const SLICE = 250
/** Asked without an answer, ended in one transaction. */
const EXPIRED_AT_ONCE = 200

export const startNow = (cx: Cx, actor: Actor, id: number): Campaign =>
  cx.transaction((cx) => {
    const campaign = requireStatus(cx, actor, id, ['INATIVA', 'PROGRAMADA'])
    requireComplete(cx, campaign)
    recordAct(cx, actor, { kind: 'campaign', act: 'start', subject: campaign })
    return begin(cx, campaign)
  })

/** Goes on with those that nothing was sent to. */
export const restartCampaign = (cx: Cx, actor: Actor, id: number): Campaign =>
  cx.transaction((cx) => {
    const campaign = requireStatus(cx, actor, id, ['CANCELADA'])
    requireComplete(cx, campaign)
    recordAct(cx, actor, { kind: 'campaign', act: 'restart', subject: campaign })
    return begin(cx, campaign)
  })

export const cancelCampaign = (cx: Cx, actor: Actor, id: number): Campaign =>
  cx.transaction((cx) => {
    const campaign = requireStatus(cx, actor, id, ['EM_ANDAMENTO', 'PROGRAMADA'])
    recordAct(cx, actor, { kind: 'campaign', act: 'cancel', subject: campaign })
    return stop(cx, campaign, null)
  })

function requireStatus(cx: Cx, actor: Actor, id: number, allowed: readonly CampaignStatus[]): StoredCampaign {
  const found = findUsableCampaign(cx, actor, id)
  return allowed.includes(found.status) ? found : fail(campaignErrors.ERR_CAMPAIGN_STATE, { status: found.status })
}

const ALIVE = "status IN ('PROGRAMADA', 'EM_ANDAMENTO')"
/** When one starts or goes on, or a question is answered too late, in SQL. */
export const NEXT_STEP = `SELECT min(at) FROM (
  SELECT min(starts_at) AS at FROM campaigns WHERE status = 'PROGRAMADA'
  UNION ALL
  SELECT 0 FROM campaigns c JOIN campaign_progress p ON p.campaign_id = c.id WHERE c.status = 'EM_ANDAMENTO' AND p.waiting > 0
  UNION ALL
  SELECT min(asked_at) + ${ANSWERED_WITHIN} FROM campaign_deliveries
    WHERE state = 'asked' AND EXISTS (SELECT 1 FROM campaigns WHERE ${ALIVE}))`

/** It starts also when its time has passed while the server was off: what it sends was promised for no hour. */
export function startDue(cx: Cx) {
  const due = statement(
    cx.db.$client,
    "SELECT id FROM campaigns WHERE status = 'PROGRAMADA' AND starts_at <= (? + 0) LIMIT 20",
  )
    .pluck()
    .all(cx.now()) as number[] // ids are integers
  for (const id of due)
    cx.transaction((cx) => {
      const campaign = findCampaignOrFail(cx.db, id)
      try {
        requireComplete(cx, campaign)
      } catch (error) {
        // Its list, tag or connection has gone since.
        if (!(error instanceof AppError)) throw error
        return void stop(cx, campaign, 'incomplete')
      }
      begin(cx, campaign)
    })
}

function begin(cx: Cx, { id, connectionId, startedAt, startsAt }: StoredCampaign): Campaign {
  const { why = null, until = null } =
    (connectionId === null ? null : toTell(sendLimitsOf(cx, connectionId).wait)) ?? {}
  statement(cx.db.$client, 'UPDATE campaign_progress SET wait_why = ?, wait_until = ? WHERE campaign_id = ?').run(
    why,
    until,
    id,
  )
  const now = cx.now()
  return store(cx, id, {
    status: 'EM_ANDAMENTO',
    startedAt: startedAt ?? now,
    startsAt: startsAt ?? now,
    completedAt: null,
    reason: null,
  })
}

/** A pause between two messages is nothing to tell. */
export const toTell = (wait: Wait | null): Wait | null =>
  wait?.why === 'interval' || wait?.why === 'longPause' ? null : wait

/** Nothing more leaves: what is in the outbox and was never handed over is taken back. */
export function stop(cx: Cx, { id }: StoredCampaign, reason: string | null): Campaign {
  takeBack(cx, id)
  return store(cx, id, { status: 'CANCELADA', reason, completedAt: null })
}

function takeBack(cx: Cx, campaignId: number) {
  const ids = statement(
    cx.db.$client,
    "SELECT id FROM campaign_deliveries WHERE campaign_id = (? + 0) AND state = 'sending'",
  )
    .pluck()
    .all(campaignId) as number[] // ids are integers
  for (const one of ids.flatMap((id) => findDelivery(cx.db, id) ?? [])) takeOut(cx, one)
}

const UNFILLED =
  "campaigns c JOIN campaign_progress p ON p.campaign_id = c.id WHERE c.status = 'EM_ANDAMENTO' AND p.is_filled = 0"
/** Whether deliveries are to be made, in SQL. */
export const TO_FILL = `SELECT 0 FROM ${UNFILLED} LIMIT 1`

/** The one whose deliveries are made next. */
const nextToFill = ({ db }: Cx): number | undefined =>
  statement(db.$client, `SELECT c.id FROM ${UNFILLED} ORDER BY p.total LIMIT 1`).pluck().get() as number | undefined // ids are integers

/** Makes a slice of the deliveries of one that runs; false when there is nothing more to make. */
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
  const { persons, last } = personsBehind(cx.db, campaign, sourceId, SLICE)
  const delta: Required<Pick<Delta, 'total' | 'waiting' | 'coldWaiting' | 'skipped'>> = {
    total: 0,
    waiting: 0,
    coldWaiting: 0,
    skipped: 0,
  }
  for (const [at, person] of persons.entries()) {
    const leftOut = isAgain(cx, id, person) ? 'duplicate' : person.leftOut
    if (leftOut === 'duplicate' && campaign.contactListId === null) continue // a further ticket of theirs
    if (!insert(cx, campaign, { ...person, leftOut }, total + at)) continue
    delta.total++
    delta[leftOut === null ? 'waiting' : 'skipped']++
    if (leftOut === null && person.isCold) delta.coldWaiting++
  }
  count(cx, id, delta)
  statement(
    cx.db.$client,
    'UPDATE campaign_progress SET source_id = (? + 0), is_filled = (? + 0) WHERE campaign_id = (? + 0)',
  ).run(last ?? sourceId, Number(last === null), id)
  if (last === null) endIfDone(cx, id)
}

/** Those who come close in the list change places by chance. */
const VARIATION = 20

function insert(cx: Cx, campaign: StoredCampaign, person: Person, order: number): boolean {
  const { number, name, contactId, isCold, leftOut } = person
  const { changes } = statement(
    cx.db.$client,
    `INSERT OR IGNORE INTO campaign_deliveries
       (campaign_id, number, name, words, contact_id, position, is_cold, text, confirmation_text, state, reason, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    campaign.id,
    number,
    name,
    `${fold(name)} ${wordFor(cx, number, contactId)}`,
    contactId,
    order + Math.floor(Math.random() * VARIATION),
    Number(isCold),
    chosen(campaign.texts) ?? 1,
    campaign.confirmation ? (chosen(campaign.confirmationTexts) ?? 1) : null,
    leftOut === null ? 'waiting' : 'skipped',
    leftOut,
    cx.now(),
  )
  return changes > 0
}

/** What search finds somebody by beside the name. */
const wordFor = (cx: Cx, number: string, contactId: number | null): string =>
  contactOfKey(number) === undefined ? number : `@${(contactId !== null && usernameOf(cx.db, contactId)) || ''}`

/** By the number in either form, or as the same contact. */
const isAgain = (cx: Cx, campaignId: number, { number, contactId }: Person): boolean =>
  statement(
    cx.db.$client,
    `SELECT 1 FROM campaign_deliveries WHERE campaign_id = (? + 0) AND number IN (?, ?)
     UNION ALL SELECT 1 FROM campaign_deliveries WHERE contact_id = (? + 0) AND campaign_id = (? + 0) LIMIT 1`,
  ).get(campaignId, number, otherForm(number) ?? number, contactId, campaignId) !== undefined

/** When nobody waits and nothing is on its way any more. */
export function endIfDone(cx: Cx, id: number) {
  const { isFilled, waiting, asked } = progressOf(cx.db, id)
  if (!isFilled || waiting > 0 || asked > 0) return
  if (findCampaign(cx.db, id)?.status === 'EM_ANDAMENTO')
    store(cx, id, { status: 'FINALIZADA', completedAt: cx.now(), reason: null })
}

/** Who did not answer the question in time gets nothing. */
export function expireAsked(cx: Cx) {
  const due = `SELECT id, campaign_id AS campaignId FROM campaign_deliveries
    WHERE state = 'asked' AND asked_at <= (? + 0) LIMIT ${EXPIRED_AT_ONCE}`
  if (statement(cx.db.$client, due).get(cx.now() - ANSWERED_WITHIN) === undefined) return
  cx.transaction((cx) => {
    const rows = statement(cx.db.$client, due).all(cx.now() - ANSWERED_WITHIN) as { id: number; campaignId: number }[] // the columns are listed
    for (const { id, campaignId } of rows) {
      statement(
        cx.db.$client,
        "UPDATE campaign_deliveries SET state = 'skipped', reason = 'noConfirmation', at = (? + 0) WHERE id = (? + 0)",
      ).run(cx.now(), id)
      count(cx, campaignId, { asked: -1, skipped: 1 })
    }
    for (const id of new Set(rows.map(({ campaignId }) => campaignId))) endIfDone(cx, id)
  })
}

/** Why nothing of it leaves now, shown where it has changed. */
export function noteWait(cx: Cx, id: number, why: string | null, until: number | null) {
  const { changes } = statement(
    cx.db.$client,
    `UPDATE campaign_progress SET wait_why = @why, wait_until = @until
     WHERE campaign_id = @id AND (wait_why IS NOT @why OR wait_until IS NOT @until)`,
  ).run({ id, why, until })
  if (changes > 0) noteChange(cx, id)
}
