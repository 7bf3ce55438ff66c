/** Takes over the people of another product. Their passwords go on working (password.ts). */
import * as v from 'valibot'
import type { Profile } from '../actor'
import { fail } from '../errors'
import { ClockTime, usualWeek, type WeekHours } from '../hours/contract'
import type { Reason } from '../moving-in/contract'
import { type Move, type Mover, movers, type Settling } from '../moving-in/mover'
import type { SourceRows } from '../moving-in/source'
import { AUTOMATIC_TEXT_LENGTH, Email } from '../platform/formats'
import { execute, getOnlyValue, getValue } from '../platform/sql'
import { oneLine } from '../platform/text'
import { isEmailElsewhere } from './emails'
import { endSessionsOf } from './ending'
import { listNewPasswords, type MovedPerson, noteAlike, takeChanges } from './moved-changes'
import { hashPassword, hasWeakDefault, inventPassword, readKnownHash } from './password'

type Theirs = SourceRows['users']

/** What products give to people of companies that are made by hand. */
const DEFAULT_PASSWORD = '123456'
/** Each comparison takes 13 ms. */
const MOST_COMPARED = 500
const LONGEST_NAME = 50

async function moveUsers(move: Move): Promise<void> {
  const { source, company, inPreparedSlices } = move
  let compared = 0
  let random: string | undefined
  await inPreparedSlices(
    'users',
    source.rows('users', company.id),
    async (slice) => {
      const passwords = new Map<string, Password>()
      const taken = await findTaken(move, slice)
      for (const { id, passwordHash } of slice) {
        const hash = readKnownHash(passwordHash)
        // Nobody knows it, so one is enough for all.
        random ??= hash === null ? await hashPassword(inventPassword()) : undefined
        compared += 1
        const isDefault = hash !== null && compared <= MOST_COMPARED && (await hasWeakDefault(hash, DEFAULT_PASSWORD))
        passwords.set(id, { hash: hash ?? random ?? '', isKnown: hash !== null, isDefault })
      }
      return { passwords, taken }
    },
    (slice, { passwords, taken }) => {
      for (const row of slice) moveUser({ ...move, taken }, row, passwords.get(row.id) ?? nobody)
    },
    50,
  )
}

type Password = { readonly hash: string; readonly isKnown: boolean; readonly isDefault: boolean }
const nobody: Password = { hash: '', isKnown: false, isDefault: false }

type MoveOfUsers = Move & { readonly taken: ReadonlySet<string> }

function moveUser(move: MoveOfUsers, theirs: Theirs, password: Password): void {
  const { cx, ids, report } = move
  if (ids.has('users', theirs.id)) {
    report.merged('users', takeNews(move, theirs))
    return
  }
  const email = v.safeParse(Email, theirs.email)
  if (!email.success) {
    keepName(move, theirs)
    report.skipped('users', 'invalidEmail', theirs.email)
    return
  }
  const own = getValue<number>(cx.db, 'SELECT id FROM users WHERE email = ?', email.output)
  if (own !== undefined) {
    ids.add('users', theirs.id, own)
    noteAlike(cx.db, theirs.id, own, personOf(theirs, email.output))
    report.merged('users', 'alreadyHere')
    return
  }
  if (move.taken.has(email.output)) {
    keepName(move, theirs)
    report.skipped('users', 'emailTaken', email.output)
    return
  }
  const id = insert(move, theirs, { email: email.output, hash: password.hash })
  ids.add('users', theirs.id, id)
  noteAlike(cx.db, theirs.id, id, personOf(theirs, email.output))
  report.imported('users')
  if (!password.isKnown) report.noted('users', 'noHash', email.output)
  if (password.isDefault) report.noted('users', 'defaultPassword', email.output)
  if (theirs.super && !move.becomesOperator) report.noted('users', 'notOperator', email.output)
  if ((theirs.farewellMessage?.length ?? 0) > AUTOMATIC_TEXT_LENGTH) report.noted('users', 'cut', email.output)
}

const personOf = (theirs: Theirs, email: string | null): MovedPerson => ({
  name: nameOf(theirs, email ?? theirs.email),
  email,
  hash: readKnownHash(theirs.passwordHash),
  active: theirs.active,
})

/** What a person changed there since an earlier run, unless it was changed here. */
function takeNews(move: MoveOfUsers, theirs: Theirs): Reason {
  const { cx, ids, report } = move
  const { db } = cx
  const id = ids.find('users', theirs.id)
  if (id === undefined || getValue(db, 'SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL', id) === undefined)
    return 'alreadyHere'
  const email = v.safeParse(Email, theirs.email)
  const isFree =
    email.success &&
    !move.taken.has(email.output) &&
    getValue(db, 'SELECT 1 FROM users WHERE email = ? AND id <> ?', [email.output, id]) === undefined
  if (email.success && !isFree) report.noted('users', 'emailTaken', email.output)
  const { taken, kept } = takeChanges(db, theirs.id, id, personOf(theirs, isFree ? email.output : null))
  const who = email.success ? email.output : theirs.email
  if (kept.length > 0) report.noted('users', 'changedHere', `${who}: ${kept.join(', ')}`)
  return taken.length > 0 ? 'changedThere' : 'alreadyHere'
}

/** Addresses that somebody of another company has. */
async function findTaken({ claims, cx }: Move, slice: readonly Theirs[]): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  for (const { email: typed } of slice) {
    const email = v.safeParse(Email, typed)
    if (email.success && (await isEmailElsewhere(claims, cx, email.output))) taken.add(email.output)
  }
  return taken
}

function insert({ cx, becomesOperator }: Move, theirs: Theirs, { email, hash }: { email: string; hash: string }) {
  const hours = hoursOf(theirs)
  return getOnlyValue<number>(
    cx.db,
    `INSERT INTO users (name, email, password_hash, profile, super, all_user_chat, active, farewell_message, created_at, hours)
       VALUES (@name, @email, @hash, @profile, @super, @allUserChat, @active, @farewellMessage, @createdAt, @hours) RETURNING id`,
    {
      name: nameOf(theirs, email),
      email,
      hash,
      profile: profileOf(theirs),
      super: becomesOperator && theirs.super ? 1 : 0,
      allUserChat: theirs.allUserChat ? 1 : 0,
      active: theirs.active ? 1 : 0,
      farewellMessage: (theirs.farewellMessage ?? '').slice(0, AUTOMATIC_TEXT_LENGTH).toWellFormed(),
      createdAt: theirs.createdAt ?? cx.now(),
      hours: hours && JSON.stringify(hours),
    },
  )
}

/** A person who cannot sign in here stays as the name on their conversations, like one who was deleted. */
function keepName({ cx, ids }: Move, theirs: Theirs): void {
  const id = getOnlyValue<number>(
    cx.db,
    `INSERT INTO users (name, email, password_hash, active, created_at, left_at, deleted_at)
       VALUES (?, '#' || ?, '', 0, ?, ?, ?) RETURNING id`,
    [nameOf(theirs, theirs.email), `moved ${crypto.randomUUID()}`, theirs.createdAt ?? cx.now(), cx.now(), cx.now()],
  )
  execute(cx.db, `UPDATE users SET email = '#' || id WHERE id = ?`, id)
  ids.add('users', theirs.id, id)
}

function nameOf({ name }: Theirs, email: string): string {
  const plain = (text: string) => oneLine(text, LONGEST_NAME)
  const [local = ''] = email.split('@')
  return [name, local].map(plain).find((text) => text.length >= 2) ?? 'Atendente'
}

const profiles: Readonly<Record<string, Profile>> = { admin: 'admin', supervisor: 'supervisor', user: 'user' }
const profileOf = ({ profile, super: isSuper }: Theirs): Profile =>
  isSuper ? 'admin' : (profiles[profile?.trim().toLowerCase() ?? ''] ?? 'user')

/** Null: any time, which theirs is from 00:00 to 23:59. */
function hoursOf({ startWork, endWork }: Theirs): WeekHours | null {
  if (!v.is(ClockTime, startWork) || !v.is(ClockTime, endWork) || startWork === endWork) return null
  if (startWork === '00:00' && endWork === '23:59') return null
  return { ...usualWeek, same: true, every: { from: startWork, to: endWork } }
}

/** A new password ends sessions. */
function settleUsers({ cx, control, report, ids, takenEmails }: Settling): void {
  const companyId = cx.tenant.id
  for (const email of takenEmails) report.noted('users', 'emailTaken', email)
  const files = {
    control,
    writableControl: () => control,
    tenant: (uuid: string) => (uuid === cx.tenant.uuid ? cx.db : fail('ERR_TENANT_UNAVAILABLE')),
  }
  for (const userId of listNewPasswords({ cx, ids })) endSessionsOf(files, cx.now(), { companyId, userId }, 'revoked')
}

export const userMover: Mover = { name: 'users', move: moveUsers, settle: settleUsers }
export const movesUsers = movers.filledWith(userMover)
