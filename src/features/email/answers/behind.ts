/**
 * Companies that lack answers which the operator's mailbox was read past, because another node has the company or its file
 * could not be opened. Each is asked at every reading, and the mailbox goes on for the others meanwhile. However many mails
 * come, and whoever forges them, a company is one entry.
 */
import * as v from 'valibot'
import type { Mailbox, MailHead } from '../../../platform/imap'
import type { Services } from '../../../platform/module'
import { execute, getValue } from '../../../platform/sql'
import type { WritableControl } from '../../../platform/sqlite'
import { findCompany } from '../../../tenancy/companies'
import { readEverywhere } from '../../../tenancy/elsewhere'
import { tagsOf } from './addressing'
import { type AskedMail, MOST_ASKED_MAILS, REACHED, storingAnswers } from './at-company'

const Entry = v.object({
  id: v.number(),
  /** The first mail that may answer the company. */
  uid: v.number(),
  /** No such mail came before. A mailbox that numbers its mails anew is read again from there. */
  since: v.number(),
})
type Entry = v.InferOutput<typeof Entry>

const KEY = 'email-answers-behind'
/** Companies that are asked at once. */
const ASKED_TOGETHER = 4

/** In their turn: a company that could not store goes to the end. */
export class CompaniesBehind {
  readonly #control: WritableControl
  #entries: Map<number, Entry>

  constructor(control: WritableControl) {
    this.#control = control
    const stored = getValue<string>(control, 'SELECT value FROM meta WHERE key = ?', KEY)
    this.#entries = new Map(v.parse(v.array(Entry), JSON.parse(stored ?? '[]')).map((one) => [one.id, one]))
  }

  /** The earliest instant of all mails that are lacking, or `otherwise`. */
  since = (otherwise: number): number =>
    Math.min(otherwise, ...Array.from(this.#entries.values(), ({ since }) => since))

  add(entry: Entry): void {
    if (!this.#entries.has(entry.id)) this.#entries.set(entry.id, entry)
  }

  list = (): Entry[] => [...this.#entries.values()]

  /** Of the mails before `uid`, none is lacking. */
  advance(id: number, uid: number): void {
    const entry = this.#entries.get(id)
    if (entry) this.#entries.set(id, { ...entry, uid })
  }

  /** The mail `uid` could not be stored now. */
  postpone(id: number, uid: number): void {
    const entry = this.#entries.get(id)
    this.#entries.delete(id)
    if (entry) this.#entries.set(id, { ...entry, uid })
  }

  /** Nothing is lacking, or the company is gone. */
  remove = (id: number): void => void this.#entries.delete(id)

  /** Numbers of mails mean nothing any more. */
  clear = (): void => this.#entries.clear()

  /** In the caller's transaction. */
  save(): void {
    execute(
      this.#control,
      'INSERT INTO meta (key, value) VALUES (@key, @value) ON CONFLICT DO UPDATE SET value = @value WHERE value <> @value',
      { key: KEY, value: JSON.stringify(this.list()) },
    )
  }
}

/** Another mailbox is read. */
export const forgetBehind = (control: WritableControl): void =>
  void execute(control, 'DELETE FROM meta WHERE key = ?', KEY)

type Round = {
  readonly box: Mailbox
  /** The operator's, with which tags are sent. */
  readonly address: string
  /** Up to here the mailbox was read. */
  readonly lastUid: number
  /** No company is asked later, by `performance.now()`. */
  readonly until: number
}

/** Asks the companies that can be reached now to store what they lack. */
export async function catchUp(services: Services, behind: CompaniesBehind, round: Round): Promise<void> {
  const { databases } = services
  const known = behind.list().flatMap((entry) => {
    const company = findCompany(databases.control, entry.id)
    if (!company) behind.remove(entry.id)
    return company ? { ...entry, uuid: company.uuid } : []
  })
  const reached = await readEverywhere(databases, REACHED, known, async (own) => {
    return new Map(own.map(({ id, uuid }) => [id, databases.isAvailable(uuid)]))
  })
  const waiting = known.filter(({ id }) => reached.get(id) === true)
  const work = async () => {
    for (let next = waiting.shift(); next && performance.now() < round.until; next = waiting.shift()) {
      await catchUpOne(services, behind, round, next)
      behind.save()
    }
  }
  await Promise.all(Array.from({ length: ASKED_TOGETHER }, work))
  behind.save()
}

type Waiting = Entry & { readonly uuid: string }

async function catchUpOne(services: Services, behind: CompaniesBehind, round: Round, { id, uuid, uid }: Waiting) {
  const { box, lastUid, until, address } = round
  let from = uid
  while (from <= lastUid && performance.now() < until) {
    const uids = (await box.find({ uid: from }, MOST_ASKED_MAILS)).filter((one) => one <= lastUid)
    const mails = (await box.heads(uids)).flatMap((head) => askedOf(head, address, id))
    const left = mails.length === 0 ? null : await ask(services, { uuid, uidValidity: box.uidValidity, mails })
    if (left !== null) return behind.postpone(id, left)
    from = (uids.at(-1) ?? lastUid) + 1
    behind.advance(id, from)
  }
  if (from > lastUid) behind.remove(id)
}

function askedOf({ uid, size, headers }: MailHead, address: string, companyId: number): AskedMail[] {
  const copies = tagsOf(headers, address).flatMap((tag) =>
    tag.companyId === companyId ? { token: tag.token, recipientId: tag.recipientId } : [],
  )
  return copies.length > 0 ? [{ uid, size, copies }] : []
}

/** The company keeps its turn for the next reading if anything fails. */
async function ask(services: Services, question: Parameters<typeof storingAnswers.ask>[1]): Promise<number | null> {
  try {
    return await storingAnswers.ask(services, question)
  } catch (error) {
    services.log.warn(
      { err: error, tenant: question.uuid },
      'answers to e-mails of a company wait: it could not store them',
    )
    return question.mails[0]?.uid ?? null
  }
}
