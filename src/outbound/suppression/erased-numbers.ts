/**
 * Recognises the numbers of erased people without storing them. The hashes are useless without the company's database.
 */
import { otherForm } from '../../contacts/number'
import { execute, getOnlyValue, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'

/** Null: nobody has been erased yet. */
export function hashOfNumber(db: Db, number: string): string | null {
  const key = getValue<Buffer>(db, 'SELECT key FROM erasure_key')
  return key ? hashed(key, number) : null
}

function keyOf(db: Db): Buffer {
  const insert = 'INSERT INTO erasure_key (key) SELECT randomblob(32) WHERE NOT EXISTS (SELECT 1 FROM erasure_key)'
  execute(db, insert)
  return getOnlyValue<Buffer>(db, 'SELECT key FROM erasure_key') // inserted above if missing
}

/** Both forms of a number have the same hash. */
function hashed(key: Buffer, number: string): string {
  const [form = number] = [number, otherForm(number) ?? number].toSorted()
  return new Bun.CryptoHasher('sha256', key).update(form).digest('base64url')
}

/** Removes everything that identifies a person from the opt-outs, and leaves an entry with the hash of the number. */
export function eraseFromOptOuts(db: Db, contactId: number, number: string | null, now: number) {
  const raw = db.$client
  const other = number === null ? null : (otherForm(number) ?? null)
  const known = getValue(
    raw,
    'SELECT min(at) FROM opt_outs WHERE contact_id = @contactId OR number IN (@number, @other)',
    { contactId, number, other },
  )
  execute(raw, 'DELETE FROM opt_outs WHERE contact_id = @contactId OR number IN (@number, @other)', {
    contactId,
    number,
    other,
  })
  if (number === null) return
  execute(
    raw,
    `INSERT INTO opt_outs (contact_id, number, number_hash, name, word, at, is_confirmed) VALUES (NULL, NULL, ?, '', NULL, ?, 1)
     ON CONFLICT DO NOTHING`,
    [hashed(keyOf(db), number), typeof known === 'number' ? known : now],
  )
}
