/** Removes stored files that no row needs any longer: of deleted tickets, replaced pictures, uploads that were cut off. */
import type { Cx } from '../../../platform/cx'
import { namesBeginning, removeIfOlder } from '../../../platform/files'
import { type Db, statement } from '../../../platform/sqlite'
import { DAY, SECOND } from '../../../platform/time'

const STEP = 15 * SECOND
const STEPS = 0x1000

/**
 * One step of a round of seventeen hours, which the clock divides: it looks at the files whose names begin with the same
 * three digits. A file without a row stays for a day, because it has its name before its row is stored.
 */
export function removeUnneeded(cx: Cx, folder: string) {
  const begin = (Math.floor(cx.now() / STEP) % STEPS).toString(16).padStart(3, '0')
  for (const sha256 of namesBeginning(folder, begin))
    if (!isNeeded(cx.db, sha256)) removeIfOlder(folder, sha256, cx.now() - DAY)
}

/** By a message, a contact, or a merge that can be undone. */
const isNeeded = (db: Db, file: string): boolean =>
  statement(
    db.$client,
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM messages WHERE json_extract(media, '$.file') = @file AND media IS NOT NULL)
       OR EXISTS (SELECT 1 FROM contacts WHERE picture = @file)
       OR EXISTS (SELECT 1 FROM contact_merges WHERE json_extract(moved, '$.contact.picture') = @file AND undone_at IS NULL)
       OR EXISTS (SELECT 1 FROM contact_merges WHERE json_extract(moved, '$.kept.picture') = @file AND undone_at IS NULL)`,
  ).get({ file }) !== undefined
