/** What people changed in the old system after they moved in. What was changed here since stays as it is. */
import type { Settling } from '../moving-in/mover'
import { execute, getOnlyRow, getRows, getValue } from '../platform/sql'
import type { Db } from '../platform/sqlite'

/** Each in words, as it is there and as it would be here. */
type Value = { readonly there: string; readonly here: string }
export type MovedPerson = {
  readonly name: string
  /** Null if it is not valid, or somebody else here has it. */
  readonly email: string | null
  /** Theirs; null if it is none that we understand. */
  readonly hash: string | null
  readonly active: boolean
}
const fields = ['name', 'email', 'password', 'active'] as const
type Field = (typeof fields)[number]

const digestOf = (value: string): string => new Bun.CryptoHasher('sha256').update(value).digest('base64')

type Row = { readonly name: string; readonly email: string; readonly hash: string; readonly active: number }
const readHere = (db: Db, userId: number): Record<Field, string> => {
  const { name, email, hash, active } = getOnlyRow<Row>(
    db,
    'SELECT name, email, password_hash AS hash, active FROM users WHERE id = ?',
    userId,
  )
  return { name, email, password: hash, active: String(active) }
}

const readThere = ({ name, email, hash, active }: MovedPerson): Record<Field, string | null> => ({
  name,
  email,
  password: hash,
  active: active ? '1' : '0',
})

/** As they are now on both sides: what differs later has changed later. */
export function noteAlike(db: Db, theirs: string, userId: number, person: MovedPerson): void {
  const [here, there] = [readHere(db, userId), readThere(person)]
  for (const field of fields) {
    const value = there[field]
    if (value !== null) keep(db, { theirs, userId, field }, { there: value, here: here[field] })
  }
}

type Key = { readonly theirs: string; readonly userId: number; readonly field: Field }

const keep = (db: Db, { theirs, userId, field }: Key, { there, here }: Value) =>
  void execute(
    db,
    `INSERT INTO moved_people (theirs, field, user_id, there, here) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET there = excluded.there, here = excluded.here`,
    [theirs, field, userId, digestOf(there), digestOf(here)],
  )

const columns: Readonly<Record<Field, string>> = {
  name: 'name',
  email: 'email',
  password: 'password_hash',
  active: 'active',
}

/** Takes what changed there alone. Returns the fields that were taken, and those that changed on both sides. */
export function takeChanges(
  db: Db,
  theirs: string,
  userId: number,
  person: MovedPerson,
): { readonly taken: readonly Field[]; readonly kept: readonly Field[] } {
  const [taken, kept]: [Field[], Field[]] = [[], []]
  const known = readKnown(db, theirs)
  // Moved in before this was noted, or joined somebody who was here.
  if (known.size === 0) noteAlike(db, theirs, userId, person)
  const [here, there] = [readHere(db, userId), readThere(person)]
  for (const field of fields) {
    const [then, value] = [known.get(field), there[field]]
    if (!then || value === null || digestOf(value) === then.there) continue
    if (value === here[field]) {
      keep(db, { theirs, userId, field }, { there: value, here: value })
    } else if (digestOf(here[field]) !== then.here || (field === 'active' && isNeeded(db, userId))) {
      kept.push(field)
    } else {
      execute(db, `UPDATE users SET ${columns[field]} = ? WHERE id = ?`, [
        field === 'active' ? Number(value) : value,
        userId,
      ])
      keep(db, { theirs, userId, field }, { there: value, here: value })
      taken.push(field)
    }
  }
  return { taken, kept }
}

const readKnown = (db: Db, theirs: string): ReadonlyMap<Field, Value> =>
  new Map(
    getRows<Value & { field: Field }>(db, 'SELECT field, there, here FROM moved_people WHERE theirs = ?', theirs).map(
      ({ field, ...value }) => [field, value],
    ),
  )

/** The company's last administrator, or the operator's last super user. */
const isNeeded = (db: Db, userId: number): boolean =>
  getValue<number>(
    db,
    `SELECT active = 1 AND (profile = 'admin' AND NOT EXISTS (SELECT 1 FROM users o WHERE o.id <> u.id AND o.active = 1 AND o.profile = 'admin' AND o.deleted_at IS NULL)
       OR super = 1 AND NOT EXISTS (SELECT 1 FROM users o WHERE o.id <> u.id AND o.active = 1 AND o.super = 1 AND o.deleted_at IS NULL))
     FROM users u WHERE id = ?`,
    userId,
  ) === 1

/** The same password with a hash of ours: nobody has changed it. */
export const noteRenewed = (
  db: Db,
  userId: number,
  { from, to }: { readonly from: string; readonly to: string },
): void =>
  void execute(db, `UPDATE moved_people SET here = ? WHERE user_id = ? AND field = 'password' AND here = ?`, [
    digestOf(to),
    userId,
    digestOf(from),
  ])

/** People whose password a run has changed, once each. */
export function listNewPasswords({ cx, ids }: Pick<Settling, 'cx' | 'ids'>): number[] {
  const rows = getRows<{ theirs: string; userId: number; there: string }>(
    cx.db,
    "SELECT theirs, user_id AS userId, there FROM moved_people WHERE field = 'password'",
  )
  return rows.flatMap(({ theirs, userId, there }) => {
    const key = `password ${theirs}`
    const [known, now] = [
      ids.find('users', key),
      Number.parseInt(Buffer.from(there, 'base64').toString('hex', 0, 6), 16),
    ]
    if (known === now) return []
    ids.add('users', key, now)
    return known === undefined ? [] : [userId]
  })
}
