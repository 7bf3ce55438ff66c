/**
 * Sends what is due. A message enters the outbox in the transaction that marks its schedule, so a crash can neither lose nor
 * double it; a reminder becomes an event.
 */

import { contactMerging } from '../../contacts/events'
import { findContactOrFail } from '../../contacts/queries'
import { AppError, fail } from '../../errors'
import { admit, isCold, type Wait } from '../../outbound/rate/limiter'
import { optedOutAt } from '../../outbound/suppression/opt-outs'
import { writingTo } from '../../outbound/writing'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute } from '../../platform/sql'
import { MINUTE } from '../../platform/time'
import { hasFeature } from '../../tenancy/contract'
import { messageFailed, messageSent } from '../../tickets/messages/events'
import { sendUnattended } from '../../tickets/sending/send-unattended'
import { templateDraft } from '../../tickets/sending/template'
import { variableValues } from '../../tickets/sending/variables'
import { notHeld, saveSchedule } from './actions'
import { MAX_DELAY_MS, scheduleReminds } from './contract'
import { findSchedule, listDue, scheduleOfMessage } from './queries'
import type { StoredSchedule } from './tables'

/** Schedules per run, one transaction each. */
const SCHEDULES_PER_RUN = 50

/** When the next one is due, in SQL. Deferred ones retry at `again_at`; more than a minute ahead means the clock was set back. */
export const NEXT_DUE = `SELECT min(at) FROM (
  SELECT min(send_at) AS at FROM schedules
    WHERE status = 'pending' AND (again_at IS NULL OR again_at <= @now OR again_at > @now + ${MINUTE})
  UNION ALL
  SELECT min(again_at) FROM schedules
    WHERE status = 'pending' AND send_at <= @now AND again_at > @now AND again_at <= @now + ${MINUTE})`

export function sendDue(cx: Cx): boolean {
  const faults: unknown[] = []
  const due = listDue(cx.db, cx.now(), SCHEDULES_PER_RUN)
  for (const id of due)
    try {
      cx.transaction((cx) => whileDue(cx, id, sendOrRemind))
    } catch (error) {
      // One that cannot be sent must not block the others.
      if (error instanceof AppError)
        cx.transaction((cx) => whileDue(cx, id, (cx, due) => failWith(cx, due, reasonOf(error))))
      else faults.push(error)
    }
  if (faults.length > 0) throw faults[0]
  return due.length === SCHEDULES_PER_RUN
}

function whileDue(cx: Cx, id: number, act: (cx: Cx, due: StoredSchedule) => void) {
  const found = findSchedule(cx.db, id)
  if (found?.status === 'pending' && found.sendAt <= cx.now()) act(cx, found)
}

const failWith = (cx: Cx, { id, isUnseen }: StoredSchedule, failure: string) =>
  void saveSchedule(cx, id, { status: 'err', failure, isUnseen })
const missedBecause = ({ waitWhy }: StoredSchedule) =>
  waitWhy === null ? 'late' : waitWhy === 'overdue' || waitWhy === 'plan' ? waitWhy : 'held'

/** Keys below `schedules.failure`. */
const reasons: Readonly<Record<string, string>> = {
  ERR_NO_TEMPLATE_FOUND: 'template',
  ERR_TEMPLATE_NOT_APPROVED: 'template',
  ERR_TEMPLATE_UNSUPPORTED: 'template',
  ERR_TEMPLATE_VARIABLES: 'templateValues',
  ERR_WINDOW_CLOSED: 'windowClosed',
  ERR_WINDOW_PEOPLE: 'windowClosed',
  ERR_WINDOW_TEMPLATE: 'windowClosed',
}
const reasonOf = ({ code }: AppError): string => reasons[code] ?? 'refused'

function sendOrRemind(cx: Cx, due: StoredSchedule) {
  const isReminder = due.type === 'lembrete'
  if (cx.now() - due.sendAt >= MAX_DELAY_MS) return failWith(cx, { ...due, isUnseen: isReminder }, missedBecause(due))
  if (!hasFeature(cx.tenant.features, 'useSchedules')) return deferSend(cx, due, { why: 'plan', until: null })
  if (isReminder) {
    const record = saveSchedule(cx, due.id, { status: 'sucess', sentAt: cx.now(), isUnseen: true })
    return cx.emit(scheduleReminds({ record }), (listener) => listener.userId === due.userId)
  }
  if (due.connectionId === null) return failWith(cx, due, 'noConnection')
  const unwantedSince = optedOutAt(cx.db, due.contactId)
  // The author of a schedule created after the opt-out knew about it.
  if (unwantedSince !== null && due.createdAt <= unwantedSince) return failWith(cx, due, 'optedOut')
  const { connectionId } = due
  const has = { hasText: true, hasTemplate: due.template !== null }
  const writing = writingTo(cx.db, { connectionId, contactId: due.contactId }, has, cx.now())
  if (writing === 'noAddress' || writing === 'windowClosed') return failWith(cx, due, writing)
  const isNew = isCold(cx.db, due.contactId, connectionId)
  const wait = admit(cx, connectionId, isNew, { isScheduled: true, isFirst: writing === 'template' })
  if (wait) return deferSend(cx, due, wait)
  const { id } = writing === 'template' ? postTemplate(cx, due, connectionId) : post(cx, due, connectionId)
  saveSchedule(cx, due.id, { status: 'sending', messageId: id, ...notHeld })
}

/** Announces the wait only when it changes. Retries within a minute, until `LATEST`. */
function deferSend(cx: Cx, { id, waitWhy, waitUntil }: StoredSchedule, { why, until }: Wait) {
  const againAt = Math.min(until ?? Number.POSITIVE_INFINITY, cx.now() + MINUTE)
  if (why !== waitWhy || until !== waitUntil)
    return void saveSchedule(cx, id, { waitWhy: why, waitUntil: until, againAt })
  execute(cx.db, 'UPDATE schedules SET again_at = ? WHERE id = ?', [againAt, id])
}

const extra = { origin: { by: 'schedule', name: '' } } as const

const post = (cx: Cx, { contactId, queueId, body, kind, media }: StoredSchedule, connectionId: number) =>
  sendUnattended(cx, { contactId, connectionId, queueId, kind: (media && kind) ?? 'chat', body, media, extra })

/** Our variables in its values are filled in, such as the contact's first name. */
function postTemplate(cx: Cx, { contactId, queueId, template, media }: StoredSchedule, connectionId: number) {
  const { name, isGroup } = findContactOrFail(cx.db, contactId)
  const { timeZone, language } = cx.tenant
  const values = variableValues({ contact: { name, isGroup }, ticket: NO_TICKET, now: cx.now(), timeZone, language })
  const draft = templateDraft(cx.db, connectionId, template ?? fail('ERR_INVALID_INPUT'), { values, media })
  return sendUnattended(cx, {
    ...draft,
    contactId,
    connectionId,
    queueId,
    extra: { ...draft.extra, ...extra },
  })
}
const NO_TICKET = { id: 0, createdAt: 0 }

function recordOutcome(cx: Cx, messageId: number, failure: string | null) {
  const id = scheduleOfMessage(cx.db, messageId)
  if (id === undefined) return
  saveSchedule(cx, id, failure === null ? { status: 'sucess', failure, sentAt: cx.now() } : { status: 'err', failure })
}

export const scheduleSubscribers: readonly Subscriber[] = [
  on(messageSent, 'inTransaction', (cx, { message }) => recordOutcome(cx, message.id, null)),
  on(messageFailed, 'inTransaction', (cx, { message, failure }) => recordOutcome(cx, message.id, failure)),
  on(contactMerging, 'inTransaction', (cx, { keptId, goneId }) => {
    execute(cx.db, 'UPDATE schedules SET contact_id = ? WHERE contact_id = ?', [keptId, goneId])
  }),
]
