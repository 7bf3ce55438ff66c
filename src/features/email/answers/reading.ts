/**
 * Finds answers in a mailbox. Of every new mail only the headers are read that show whether it answers one of ours; the
 * text of other mails is never fetched. How far was read moves in the transaction that stores an answer, so a crash
 * loses and doubles nothing.
 */
import type { Cx } from '../../../platform/cx'
import { ImapFailure, type Mailbox, type MailHead, withMailbox } from '../../../platform/imap'
import type { Services } from '../../../platform/module'
import { execute } from '../../../platform/sql'
import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/time'
import { answeredCopies, copiesIn, isReport } from './addressing'
import { emailMailboxChanged, type MailboxFault } from './contract'
import { addressOfMailbox, type Cursor, findMailbox, imapOf, type MailboxDeps, moveCursor } from './mailbox'
import { findCopy, isOurs, type Target } from './queries'
import { bytesToRead, prepare, type StoringDeps, storeAnswer } from './storing'

type Deps = MailboxDeps & StoringDeps & Pick<Services, 'emailWork'>

/** Between two readings. */
const READ_EVERY = 2 * MINUTE
/** Companies whose mailboxes are read at once. */
const MOST_AT_ONCE = 6
const LONGEST_READING = MINUTE
const MOST_MAILS = 500
const MAILS_AT_ONCE = 100
/** The server's days begin at other hours than ours, and its clock may be wrong. */
const OVERLAP = 2 * DAY

/** First and longest pauses after failures; a wrong password locks accounts when it is tried too often. */
const PAUSES: Readonly<Partial<Record<MailboxFault, readonly [first: number, longest: number]>>> = {
  login: [30 * MINUTE, 12 * HOUR],
  busy: [10 * MINUTE, 2 * HOUR],
  tooMuch: [HOUR, 12 * HOUR],
}
const USUAL_PAUSE = [READ_EVERY, HOUR] as const

/** When the mailbox is next read, in SQL. Later than any pause: the clock was set back. */
export const NEXT_READING = `SELECT iif(next_at > @now + ${16 * HOUR}, 0, next_at) FROM email_mailbox WHERE next_at IS NOT NULL`

/** With a quarter more or less, so that mailboxes of one server are not all tried at one instant. */
export function pauseAfter(fault: MailboxFault, failures: number, random: number): number {
  const [first, longest] = PAUSES[fault] ?? USUAL_PAUSE
  return Math.round(Math.min(longest, first * 2 ** Math.min(failures, 20)) * (0.75 + random / 2))
}

/** Reads the company's mailbox. Returns whether more is left. */
export async function readAnswers(cx: Cx, deps: Deps): Promise<boolean> {
  const mailbox = findMailbox(cx.db)
  const { emailWork } = deps
  if (mailbox?.way !== 'imap' || emailWork.reading >= MOST_AT_ONCE) return false
  const settings = imapOf(cx, deps, mailbox)
  if (typeof settings === 'string') {
    noteFailure(cx, settings, null)
    return false
  }
  emailWork.reading++
  const signal = AbortSignal.any([deps.closing, AbortSignal.timeout(LONGEST_READING)])
  try {
    const isMore = await withMailbox(settings, (box) => readBox(box, mailbox, placeOf(cx, deps)), signal)
    noteSuccess(cx, isMore)
    return isMore
  } catch (error) {
    if (!(error instanceof ImapFailure)) throw error
    if (!deps.closing.aborted) noteFailure(cx, error.code, error.answer)
    return false
  } finally {
    emailWork.reading--
  }
}

type Read = Omit<Cursor, 'since'>

/** What reading does with what it finds. */
export type Place<T extends Target> = {
  /** The copies of ours that a mail answers; undefined: it is none of our business. */
  find(head: MailHead, reported: () => Promise<string | undefined>): Promise<T | undefined>
  /** Stores the answer, and that everything up to it was read. False: it cannot be stored now. */
  take(target: T, head: MailHead, content: AsyncIterable<Uint8Array>, cursor: Read): Promise<boolean>
  /** Everything up to there was read. */
  move(cursor: Read): void
}

/** Returns whether more is left. */
export async function readBox<T extends Target>(
  box: Mailbox,
  { uidValidity, lastUid, since }: Cursor,
  place: Place<T>,
): Promise<boolean> {
  const isKnown = uidValidity === box.uidValidity
  // Numbers are given in order, so a mailbox whose next number has not changed has no new mail.
  if (isKnown && box.uidNext > 0 && box.uidNext <= lastUid + 1) return false
  const uids = await box.find(isKnown ? { uid: lastUid + 1 } : { since: since - OVERLAP }, MOST_MAILS)
  const cursorAt = (uid: number) => ({ uidValidity: box.uidValidity, lastUid: uid })
  for (let at = 0; at < uids.length; at += MAILS_AT_ONCE) {
    const some = uids.slice(at, at + MAILS_AT_ONCE)
    for (const head of await box.heads(some)) {
      const target = await place.find(head, () => box.reported(head.uid))
      const content = target && (await box.content(head.uid, bytesToRead(head.size)))
      if (target && content && !(await place.take(target, head, content, cursorAt(head.uid)))) return false
    }
    place.move(cursorAt(some.at(-1) ?? lastUid))
  }
  if (uids.length === 0) place.move(cursorAt(Math.max(isKnown ? lastUid : 0, box.uidNext - 1)))
  return uids.length === MOST_MAILS
}

function placeOf(cx: Cx, deps: Deps): Place<Target> {
  const mailbox = findMailbox(cx.db)
  const address = mailbox?.plusAddress === 1 ? addressOfMailbox(cx, deps, mailbox) : null
  return {
    async find({ headers }, reported) {
      // A copy that was sent to a colleague, or to the mailbox itself.
      if (isOurs(cx.db, copiesIn(headers.get('message-id')?.[0] ?? ''))) return undefined
      const found = findCopy(cx.db, answeredCopies(headers, address, cx.tenant.id))
      if (found || !isReport(headers)) return found
      return findCopy(cx.db, copiesIn((await reported()) ?? ''))
    },
    async take(target, { size }, content, cursor) {
      const prepared = await prepare(cx, deps, content, size)
      if (!prepared) return false
      cx.transaction((cx) => {
        storeAnswer(cx, target, prepared)
        moveCursor(cx.db, cursor)
      })
      return true
    },
    move: (cursor) => cx.transaction(({ db }) => moveCursor(db, cursor)),
  }
}

function noteSuccess(cx: Cx, isMore: boolean): void {
  const now = cx.now()
  cx.transaction((cx) => {
    const hadFailed = (findMailbox(cx.db)?.failures ?? 0) > 0
    execute(
      cx.db,
      `UPDATE email_mailbox SET next_at = @nextAt, since = @now, read_at = @now, failures = 0, failure = NULL, answer = NULL
       WHERE id = 1 AND next_at IS NOT NULL`,
      { now, nextAt: isMore ? now : now + READ_EVERY },
    )
    if (hadFailed) announceMailbox(cx)
  })
}

function noteFailure(cx: Cx, fault: MailboxFault, answer: string | null): void {
  cx.transaction((cx) => {
    const before = findMailbox(cx.db)
    execute(
      cx.db,
      `UPDATE email_mailbox SET next_at = @nextAt, failures = failures + 1, failure = @fault, answer = @answer
       WHERE id = 1 AND next_at IS NOT NULL`,
      { fault, answer, nextAt: cx.now() + pauseAfter(fault, before?.failures ?? 0, Math.random()) },
    )
    if (before?.failure !== fault) announceMailbox(cx)
  })
}

export const announceMailbox = (cx: Cx): void => cx.emit(emailMailboxChanged({}), ({ profile }) => profile === 'admin')

export const SLOWEST_READING = 10 * SECOND
