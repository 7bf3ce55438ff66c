/**
 * Sends due e-mails. Each copy is marked `sending` before the server gets it, and its outcome is stored after the
 * server's response. A copy still `sending` at the start of a run was in transit when the process ended: whether it
 * arrived is unknown, and only a user can resend it.
 */
import type { Cx } from '../../platform/cx'
import { type MailAttachment, MailFailure, withSmtp } from '../../platform/mail'
import type { Services } from '../../platform/module'
import type { SmtpSettings } from '../../platform/smtp-settings'
import { execute } from '../../platform/sql'
import { HOUR, MINUTE, SECOND } from '../../platform/time'
import { saveEmail, settle } from './actions'
import { type AnswerHeaders, headersFor } from './answers/headers'
import { type EmailFailure, TRIED_FOR } from './contract'
import { readAttachments } from './files'
import { type MailContent, mailOf } from './formatted/mail'
import { countRecipients, nextRoomFor, roomFor } from './hourly-limit'
import { leave } from './leaving'
import { findLetter } from './letters'
import { type Passwords, passwordsIn } from './passwords'
import { findDue, findEmail, findOrFail, listRecipients } from './queries'
import { type ServerDeps, smtpOf } from './server'
import type { StoredEmail, StoredRecipient } from './tables'

/** When the next one is due, in SQL. While one is being sent it stays due, so that the next process finds it. */
export const NEXT_DUE = 'SELECT min(next_at) FROM emails WHERE next_at IS NOT NULL'

/** Delays before the second and later tries. */
const PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR]
/** Copies between two announcements. */
const ANNOUNCED_AFTER = 10
/** How long a closing server waits for the copy in transit. */
const LAST_WAIT = 3 * SECOND
/** Companies that send concurrently. */
const MOST_AT_ONCE = 32
/** Time limit of a run, before other companies send. */
const LONGEST_TURN = MINUTE

type Deps = ServerDeps & Pick<Services, 'closing' | 'emailWork' | 'folderOf' | 'operatorSettings'>

/** Sends one e-mail. Returns whether another one is due. */
export async function sendDue(cx: Cx, deps: Deps): Promise<boolean> {
  const id = findDue(cx.db, cx.now())
  const { emailWork } = deps
  if (id === undefined || emailWork.sending >= MOST_AT_ONCE) return false
  emailWork.sending++
  try {
    await sendCopies(cx, deps, id)
  } finally {
    emailWork.sending--
  }
  return !deps.closing.aborted && findDue(cx.db, cx.now()) !== undefined
}

async function sendCopies(cx: Cx, deps: Deps, id: number): Promise<void> {
  const passwords = passwordsIn(deps, cx.tenant.uuid)
  const begun = cx.transaction((cx) => begin(cx, deps, id, passwords))
  const attachments = begun && (await readAttachments(cx.db, deps.folderOf(cx.tenant.uuid), id))
  if (begun && attachments) await converse(cx, deps, { ...begun, attachments })
  else if (begun)
    cx.transaction((cx) => {
      for (const one of begun.due) end(cx, one, 'failed', 'fileMissing')
    })
  const isOver = cx.transaction((cx) => findEmail(cx.db, id) === undefined || settle(cx, id))
  if (isOver) passwords.forget(id)
}

type Begun = {
  readonly email: StoredEmail
  readonly content: MailContent
  readonly due: readonly StoredRecipient[]
  readonly settings: SmtpSettings
  readonly headers: AnswerHeaders
}

/** Undefined if nothing is due or no server is set. */
function begin(cx: Cx, deps: Deps, id: number, passwords: Passwords): Begun | undefined {
  const email = findEmail(cx.db, id)
  if (!email) return undefined
  for (const left of listRecipients(cx.db, id)) if (left.state === 'sending') end(cx, left, 'unknown', 'interrupted')
  const waiting = listRecipients(cx.db, id).filter(({ state, nextAt }) => state === 'queued' && isDue(cx, nextAt))
  const due = waiting.filter((one) => cx.now() - one.since < TRIED_FOR)
  for (const late of waiting.filter((one) => !due.includes(one)))
    end(cx, late, 'failed', late.failure ?? 'late', late.answer)
  const settings = smtpOf(cx, deps, passwords.of(id))
  if (typeof settings === 'string') {
    for (const one of due)
      if (settings === 'signedOut') record(cx, one, new MailFailure(settings))
      else end(cx, one, 'failed', settings)
    return undefined
  }
  if (email.state === 'scheduled') leave(cx, deps, id)
  saveEmail(cx, id, { state: 'sending' })
  const allowed = withinHour(cx, deps, email, due)
  if (allowed.length === 0) return undefined
  return {
    email,
    content: contentOf(cx, id),
    due: allowed,
    settings,
    headers: headersFor(cx, deps, email, settings.from),
  }
}

function contentOf({ db, tenant }: Cx, id: number): MailContent {
  const { subject, message } = findOrFail(db, id)
  return mailOf({ ...findLetter(db, id), subject, message, language: tenant.language })
}

/** Counts the copies of a scheduled e-mail. Those for which its person has no room in this hour wait. */
function withinHour(cx: Cx, deps: Deps, { userId }: StoredEmail, due: readonly StoredRecipient[]): StoredRecipient[] {
  const isCounted = ({ counted }: StoredRecipient) => counted === 1
  const uncounted = due.filter((one) => !isCounted(one))
  if (uncounted.length === 0) return [...due]
  const room = roomFor(cx, deps, userId)
  const [taken, waiting] = [uncounted.slice(0, room), uncounted.slice(room)]
  if (taken.length > 0) countRecipients(cx, userId, taken.length)
  for (const { id } of taken) execute(cx.db, 'UPDATE email_recipients SET counted = 1 WHERE id = ?', id)
  const nextAt = waiting.length > 0 ? (nextRoomFor(cx, deps, userId, 1) ?? cx.now() + HOUR) : 0
  for (const { id } of waiting)
    execute(cx.db, "UPDATE email_recipients SET failure = 'hourlyLimit', next_at = ? WHERE id = ?", [nextAt, id])
  return [...due.filter(isCounted), ...taken]
}

const isDue = (cx: Cx, at: number | null) => at !== null && at <= cx.now()

type Sending = Begun & { readonly attachments: readonly MailAttachment[] }

/** A failure of the connection concerns all copies that are left; one of a copy only itself. */
async function converse(cx: Cx, deps: Deps, sending: Sending): Promise<void> {
  const { email, content, due, settings, headers, attachments } = sending
  const left = [...due]
  const ends = performance.now() + LONGEST_TURN
  const { signal, done } = soonAfter(deps.closing)
  try {
    await withSmtp(
      settings,
      async (send) => {
        for (let count = 1; left.length > 0 && !deps.closing.aborted && performance.now() < ends; count++) {
          const [one] = left
          if (!one || !cx.transaction((cx) => mark(cx, one))) {
            left.shift()
            continue
          }
          const failure = await send({ ...content, ...copyFor(one, headers), attachments }).then(
            () => null,
            (error: unknown) => failureOf(error),
          )
          left.shift()
          cx.transaction((cx) => {
            record(cx, one, failure)
            if (count % ANNOUNCED_AFTER === 0 && findEmail(cx.db, email.id)) saveEmail(cx, email.id, {})
          })
          if (failure && !isOfCopy(failure)) throw failure
        }
      },
      signal,
    )
  } catch (error) {
    const failure = failureOf(error)
    cx.transaction((cx) => {
      for (const one of left) record(cx, one, failure)
    })
  } finally {
    done()
  }
}

const failureOf = (error: unknown): MailFailure => {
  if (error instanceof MailFailure) return error
  throw error
}

const isOfCopy = ({ code, answer }: MailFailure) =>
  (answer !== null && (code === 'recipient' || code === 'message')) || code === 'badAddress'

const copyFor = ({ id, address }: StoredRecipient, headers: AnswerHeaders) => ({
  to: address,
  headers: headers(id),
})

/** False if a user has stopped it meanwhile. */
const mark = ({ db }: Cx, { id }: StoredRecipient): boolean =>
  execute(db, "UPDATE email_recipients SET state = 'sending', tries = tries + 1 WHERE id = ? AND state = 'queued'", id)
    .changes === 1

/** Stores the outcome of a try and the time of the next one. */
function record(cx: Cx, one: StoredRecipient, failure: MailFailure | null) {
  if (!failure) return end(cx, one, 'sent', null)
  if (failure.code === 'unconfirmed') return end(cx, one, 'unknown', failure.code)
  // A closing server is no failure of the copy: the next process sends it at once.
  if (failure.code === 'cancelled') return queue(cx, one, null, cx.now())
  const pause = PAUSES[Math.min(one.tries, PAUSES.length - 1)] ?? HOUR
  const nextAt = cx.now() + pause
  if (!failure.isTemporary || nextAt - one.since >= TRIED_FOR)
    return end(cx, one, 'failed', failure.code, failure.answer)
  queue(cx, one, failure, nextAt)
}

function queue({ db }: Cx, { id, tries }: StoredRecipient, failure: MailFailure | null, nextAt: number) {
  execute(
    db,
    `UPDATE email_recipients SET state = 'queued', failure = @code, answer = @answer, next_at = @nextAt, tries = @tries
     WHERE id = @id AND state IN ('queued', 'sending')`,
    {
      id,
      code: failure?.code ?? null,
      answer: failure?.answer ?? null,
      nextAt,
      tries: failure ? tries + 1 : tries,
    },
  )
}

function end(
  cx: Cx,
  { id }: StoredRecipient,
  state: 'sent' | 'failed' | 'unknown',
  failure: EmailFailure | null,
  answer: string | null = null,
) {
  execute(
    cx.db,
    `UPDATE email_recipients SET state = @state, failure = @failure, answer = @answer, next_at = NULL,
       sent_at = iif(@state = 'sent', @now, NULL) WHERE id = @id AND state IN ('queued', 'sending')`,
    { id, state, failure, answer, now: cx.now() },
  )
}

/** Aborts a little after `closing`. */
function soonAfter(closing: AbortSignal) {
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    timer = setTimeout(() => end.abort(), LAST_WAIT)
  }
  if (closing.aborted) end.abort()
  else closing.addEventListener('abort', wait, { once: true })
  return {
    signal: end.signal,
    done() {
      clearTimeout(timer)
      closing.removeEventListener('abort', wait)
    },
  }
}
