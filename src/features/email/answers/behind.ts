/**
 * Companies that lack answers which the operator's mailbox was read past, because another node has the company or its file
 * could not be opened. Each is asked after every reading, and the mailbox goes on for the others meanwhile. However many mails
 * come, and whoever forges them, a company is one entry. Each change reads what is stored, so readings and answers of companies
 * may come in any order.
 */
import * as v from 'valibot'
import type { Mailbox, MailHead } from '../../../platform/imap'
import type { Services } from '../../../platform/module'
import { inControl } from '../../../platform/operator-storage'
import { execute, getRow, getValue } from '../../../platform/sql'
import type { ControlDb, WritableControl } from '../../../platform/sqlite'
import { findCompany } from '../../../tenancy/companies'
import { readEverywhere } from '../../../tenancy/elsewhere'
import { tagsOf } from './addressing'
import { type AskedMail, MOST_ASKED_MAILS, REACHED, storingAnswers } from './at-company'
import type { Cursor } from './mailbox'

const Entry = v.object({
  id: v.number(),
  /** The first mail that may answer the company. */
  uid: v.number(),
  /** No such mail came before. A mailbox that numbers its mails anew is read again from there. */
  since: v.number(),
})
type Entry = v.InferOutput<typeof Entry>
/** By company, in their turn. */
type Entries = Map<number, Entry>

const KEY = 'email-answers-behind'
/** Companies that are asked at once. */
const ASKED_TOGETHER = 4

function readEntries(control: ControlDb): Entries {
  const stored = getValue<string>(control, 'SELECT value FROM meta WHERE key = ?', KEY) ?? '[]'
  const entries = v.parse(v.array(Entry), JSON.parse(stored)) // written below
  return new Map(entries.map((entry) => [entry.id, entry]))
}

const saveEntries = (control: WritableControl, entries: Entries): void =>
  void execute(
    control,
    'INSERT INTO meta (key, value) VALUES (@key, @value) ON CONFLICT DO UPDATE SET value = @value WHERE value <> @value',
    { key: KEY, value: JSON.stringify([...entries.values()]) },
  )

type Position = Omit<Cursor, 'since'>
const readPosition = (control: ControlDb): Position =>
  getRow<Position>(control, 'SELECT uid_validity AS uidValidity, last_uid AS lastUid FROM answers_mailbox') ?? {
    uidValidity: null,
    lastUid: 0,
  }

/** The earliest instant of all mails that are lacking, or `otherwise`. */
export const lackingSince = (control: ControlDb, otherwise: number): number =>
  Math.min(otherwise, ...Array.from(readEntries(control).values(), ({ since }) => since))

/** Another mailbox is read. */
export const forgetBehind = (control: WritableControl): void =>
  void execute(control, 'DELETE FROM meta WHERE key = ?', KEY)

/** Everything up to there was read, and these companies lack something of it. */
export function moveOperatorCursor(
  control: WritableControl,
  { uidValidity, lastUid }: Position,
  lacking: ReadonlyMap<number, Entry>,
): void {
  inControl(control, () => {
    const isSame = readPosition(control).uidValidity === uidValidity
    const entries: Entries = isSame ? readEntries(control) : new Map()
    for (const [id, entry] of lacking) if (!entries.has(id)) entries.set(id, entry)
    execute(control, 'UPDATE answers_mailbox SET uid_validity = ?, last_uid = ? WHERE id = 1', [uidValidity, lastUid])
    saveEntries(control, entries)
  })
}

/** Mails that may answer a company which can be reached. */
type Batch = {
  readonly id: number
  readonly uuid: string
  readonly uidValidity: number
  readonly mails: readonly AskedMail[]
  /** All before this one are among them. */
  readonly next: number
}

/** The company lacks nothing before `next`, and waits for its next turn if there is more. */
function noteAsked(control: WritableControl, { id, uidValidity }: Batch, next: number): void {
  inControl(control, () => {
    const position = readPosition(control)
    const entries = readEntries(control)
    const entry = entries.get(id)
    if (!entry || position.uidValidity !== uidValidity) return
    entries.delete(id)
    if (next <= position.lastUid) entries.set(id, { ...entry, uid: next })
    saveEntries(control, entries)
  })
}

/** What companies lack that can be asked now. `until`: by `performance.now()`. */
export async function listLacking(services: Services, box: Mailbox, address: string, until: number): Promise<Batch[]> {
  const { databases } = services
  const { control } = databases
  const { uidValidity, lastUid } = readPosition(control)
  if (uidValidity !== box.uidValidity) return []
  const heads = new Map<number, MailHead>()
  const batches: Batch[] = []
  for (const { id, uuid, uid } of await listReached(services)) {
    if (performance.now() >= until) break
    let next = uid
    let mails: AskedMail[] = []
    while (mails.length === 0 && next <= lastUid && performance.now() < until) {
      const uids = (await box.find({ uid: next }, MOST_ASKED_MAILS)).filter((one) => one <= lastUid)
      for (const head of await box.heads(uids.filter((one) => !heads.has(one)))) heads.set(head.uid, head)
      mails = uids.flatMap((one) => askedOf(heads.get(one), address, id))
      next = (uids.at(-1) ?? lastUid) + 1
    }
    batches.push({ id, uuid, uidValidity, mails, next })
  }
  return batches
}

/** Companies that are behind, without those that cannot be asked now. */
async function listReached({ databases }: Services): Promise<readonly (Entry & { readonly uuid: string })[]> {
  const control = databases.writableControl()
  const entries = readEntries(control)
  const known = [...entries.values()].flatMap((entry) => {
    const company = findCompany(control, entry.id)
    return company ? { ...entry, uuid: company.uuid } : []
  })
  if (known.length < entries.size)
    saveEntries(control, new Map(known.map(({ uuid: _, ...entry }) => [entry.id, entry])))
  const reached = await readEverywhere(databases, REACHED, known, async (own) => {
    return new Map(own.map(({ id, uuid }) => [id, databases.isAvailable(uuid)]))
  })
  return known.filter(({ id }) => reached.get(id) === true)
}

function askedOf(head: MailHead | undefined, address: string, companyId: number): AskedMail[] {
  if (!head) return []
  const { uid, size, headers } = head
  const copies = tagsOf(headers, address).flatMap((tag) =>
    tag.companyId === companyId ? { token: tag.token, recipientId: tag.recipientId } : [],
  )
  return copies.length > 0 ? [{ uid, size, copies }] : []
}

/** Companies that have no turn before `until` get theirs after the next reading. */
export async function askCompanies(services: Services, batches: readonly Batch[], until: number): Promise<void> {
  const control = services.databases.writableControl()
  const waiting = [...batches]
  const work = async () => {
    for (let next = waiting.shift(); next && performance.now() < until; next = waiting.shift())
      noteAsked(control, next, (await ask(services, next)) ?? next.next)
  }
  await Promise.all(Array.from({ length: ASKED_TOGETHER }, work))
}

/** Returns the number of the first mail that is left. */
async function ask(services: Services, { uuid, uidValidity, mails }: Batch): Promise<number | null> {
  const [first] = mails
  if (!first) return null
  try {
    return await storingAnswers.ask(services, { uuid, uidValidity, mails: [...mails] })
  } catch (error) {
    services.log.warn({ err: error, tenant: uuid }, 'answers to e-mails of a company wait: it could not store them')
    return first.uid
  }
}
