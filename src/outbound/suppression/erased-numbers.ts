/**
 * Recognises the numbers of erased people without storing them. The hashes are useless without the company's database.
 */
import { otherForm } from '../../contacts/number'
import { type Db, statement } from '../../platform/sqlite'

/** Null: nobody has been erased yet. */
export function hashOfNumber(db: Db, number: string): string | null {
  const key = statement(db.$client, 'SELECT key FROM erasure_key').pluck().get() as Buffer | undefined // the column is a blob
  return key ? hashed(key, number) : null
}

function keyOf(db: Db): Buffer {
  const insert = 'INSERT INTO erasure_key (key) SELECT randomblob(32) WHERE NOT EXISTS (SELECT 1 FROM erasure_key)'
  statement(db.$client, insert).run()
  return statement(db.$client, 'SELECT key FROM erasure_key').pluck().get() as Buffer // inserted above if missing
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
  const known = statement(
    raw,
    'SELECT min(at) FROM opt_outs WHERE contact_id = @contactId OR number IN (@number, @other)',
  )
    .pluck()
    .get({ contactId, number, other })
  statement(raw, 'DELETE FROM opt_outs WHERE contact_id = @contactId OR number IN (@number, @other)').run({
    contactId,
    number,
    other,
  })
  if (number === null) return
  statement(
    raw,
    `INSERT INTO opt_outs (contact_id, number, number_hash, name, word, at, is_confirmed) VALUES (NULL, NULL, ?, '', NULL, ?, 1)
     ON CONFLICT DO NOTHING`,
  ).run(hashed(keyOf(db), number), typeof known === 'number' ? known : now)
}
