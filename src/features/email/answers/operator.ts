/**
 * Reads the operator's mailbox for answers to companies' e-mails. The tag in the address names the company and the
 * e-mail; a tag that no company has given leads nowhere. The company's file is written before control.db notes how far was
 * read, so a mail may be read twice but is stored once. A company that is not here catches up afterwards (`behind.ts`).
 */
import { ImapFailure, type Mailbox, withMailbox } from '../../../platform/imap'
import type { ImapSettings } from '../../../platform/imap-settings'
import type { Services } from '../../../platform/module'
import { inControl } from '../../../platform/operator-storage'
import { execute, getRow } from '../../../platform/sql'
import type { WritableControl } from '../../../platform/sqlite'
import { DAY, MINUTE, SECOND } from '../../../platform/time'
import type { Trial } from '../../../settings/operator/contract'
import type { SettingTest } from '../../../settings/operator/setting-test'
import { operatorAnswers } from '../../../settings/operator/settings'
import { findCompany } from '../../../tenancy/companies'
import type { Company } from '../../../tenancy/tables'
import { tagsOf } from './addressing'
import { storeOne, toRead } from './at-company'
import { askCompanies, forgetBehind, lackingSince, listLacking, moveOperatorCursor } from './behind'
import type { MailboxFault } from './contract'
import type { Cursor } from './mailbox'
import { findCopy, type Target } from './queries'
import { type MailboxState, pauseAfter, readBox } from './reading'

type Row = Cursor & { readonly place: string; readonly nextAt: number; readonly failures: number }

/** How far back a mailbox is read that was set just now. */
const FIRST_LOOK = DAY
const LONGEST_READING = MINUTE
/** What companies elsewhere lack is looked for in half of this time; then companies are asked for so long. */
const CATCHING_UP = 20 * SECOND

export async function readOperatorAnswers(deps: Services): Promise<void> {
  const { emailWork } = deps
  const answers = operatorAnswers(deps.operatorSettings)
  if (!answers || emailWork.isReadingForAll || deps.isOnStandby()) return
  const control = deps.databases.writableControl()
  const mailbox = toRead(deps, answers.mailbox)
  const row = findRow(control, keyOfMailbox(mailbox), deps.clock())
  if (row.nextAt > deps.clock()) return
  emailWork.isReadingForAll = true
  const signal = AbortSignal.any([deps.closing, AbortSignal.timeout(LONGEST_READING + CATCHING_UP)])
  try {
    const lacking = await withMailbox(mailbox, (box) => readAll(deps, box, row, answers.address), signal)
    note(control, { failures: 0, failure: null, answer: null, nextAt: 0, since: deps.clock(), readAt: deps.clock() })
    await askCompanies(deps, lacking, performance.now() + CATCHING_UP)
  } catch (error) {
    if (!(error instanceof ImapFailure)) throw error
    if (deps.closing.aborted) return
    const nextAt = deps.clock() + pauseAfter(error.code, row.failures, Math.random())
    note(control, {
      failures: row.failures + 1,
      failure: error.code,
      answer: error.answer,
      nextAt,
      since: row.since,
      readAt: null,
    })
  } finally {
    emailWork.isReadingForAll = false
  }
}

/** Returns what companies elsewhere lack. */
async function readAll(deps: Services, box: Mailbox, row: Row, address: string) {
  const since = lackingSince(deps.databases.control, row.since)
  await readBox(box, { ...row, since }, routing(deps, address, since))
  return listLacking(deps, box, address, performance.now() + CATCHING_UP / 2)
}

const keyOfMailbox = ({ host, port, login: { user }, folder }: ImapSettings): string =>
  `${user}@${host}:${port}/${folder}`

const MINIMUM = `INSERT INTO answers_mailbox (id, place, uid_validity, last_uid, since, next_at, failures) VALUES (1, @place, NULL, 0, @since, 0, 0)
  ON CONFLICT DO UPDATE SET place = @place, uid_validity = NULL, last_uid = 0, since = @since, next_at = 0, failures = 0, failure = NULL, answer = NULL`

/** Another mailbox is read from its beginning. */
function findRow(control: WritableControl, place: string, now: number): Row {
  const read = () =>
    getRow<Row>(
      control.$client,
      `SELECT place, uid_validity AS uidValidity, last_uid AS lastUid, since, next_at AS nextAt, failures FROM answers_mailbox WHERE id = 1`,
    )
  const before = read()
  if (before?.place === place) return before
  inControl(control, () => {
    execute(control.$client, MINIMUM, { place, since: now - FIRST_LOOK })
    forgetBehind(control)
  })
  return { place, uidValidity: null, lastUid: 0, since: now - FIRST_LOOK, nextAt: 0, failures: 0 }
}

type Outcome = {
  readonly failures: number
  readonly failure: MailboxFault | null
  readonly answer: string | null
  readonly nextAt: number
  readonly since: number
  readonly readAt: number | null
}
function note(control: WritableControl, outcome: Outcome): void {
  execute(
    control.$client,
    `UPDATE answers_mailbox SET failures = @failures, failure = @failure, answer = @answer, next_at = @nextAt, since = @since,
       read_at = ifnull(@readAt, read_at) WHERE id = 1`,
    outcome,
  )
}

/** A copy of a company. */
type RoutedTarget = Target & { readonly company: Company }

function routing(services: Services, address: string, since: number): MailboxState<RoutedTarget> {
  const { databases, cxOf, log } = services
  const control = databases.writableControl()
  /** Since the cursor was moved. */
  const lacking = new Map<number, { readonly id: number; readonly uid: number; readonly since: number }>()
  const move = (cursor: Omit<Cursor, 'since'>) => {
    moveOperatorCursor(control, cursor, lacking)
    lacking.clear()
  }
  /** Reading goes on without the company, which gets the mail later. */
  const leave = ({ id, uuid }: Company, uid: number, error?: unknown) => {
    if (error) log.warn({ err: error, tenant: uuid }, 'answers to e-mails of a company wait: it cannot store them now')
    if (!lacking.has(id)) lacking.set(id, { id, uid, since })
  }
  return {
    async find({ uid, headers }) {
      for (const tag of tagsOf(headers, address)) {
        const company = findCompany(control, tag.companyId)
        if (!company) continue
        if (!databases.isAvailable(company.uuid)) leave(company, uid)
        else
          try {
            const found = findCopy(cxOf(company.uuid).db, [tag])
            if (found) return { ...found, company }
          } catch (error) {
            leave(company, uid, error)
          }
      }
      return undefined
    },
    async take({ company, ...target }, { uid, size }, content, cursor) {
      try {
        if (!(await storeOne(services, company.uuid, target, content, size))) return false
      } catch (error) {
        leave(company, uid, error) // if the connection broke, the next command says so
      }
      move(cursor)
      return true
    },
    move,
  }
}

export const answersTrial: SettingTest = {
  name: 'answers',
  async run({ operatorSettings }, { wait }, _actor, left): Promise<Trial> {
    const answers = operatorAnswers(operatorSettings)
    if (!answers) return { ok: false, fault: 'notConfigured', answer: null }
    try {
      const signal = AbortSignal.any([left, AbortSignal.timeout(LONGEST_READING)])
      await withMailbox({ ...answers.mailbox, wait, reach: 'any' }, async () => undefined, signal)
      return { ok: true, fault: null, answer: answers.address }
    } catch (error) {
      if (!(error instanceof ImapFailure)) throw error
      return { ok: false, fault: error.code, answer: error.answer }
    }
  },
}
