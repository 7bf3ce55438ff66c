/** Removes stored files that no row needs any longer: of deleted tickets, replaced pictures, uploads that were cut off. */
import type { Cx } from '../../../platform/cx'
import { namesBeginning, removeIfOlder } from '../../../platform/files'
import { isNamed, type StoredFileColumn } from '../../../platform/stored-files'
import { DAY, SECOND } from '../../../platform/time'

const STEP = 15 * SECOND
const STEPS = 0x1000

/**
 * One step of a round of seventeen hours, which the clock divides: it looks at the files whose names begin with the same
 * three digits. A file without a row stays for a day, because it has its name before its row is stored.
 */
export function removeUnneeded(cx: Cx, folder: string, columns: readonly StoredFileColumn[]) {
  const begin = (Math.floor(cx.now() / STEP) % STEPS).toString(16).padStart(3, '0')
  for (const sha256 of namesBeginning(folder, begin))
    if (!isNamed(cx.db.$client, columns, sha256)) removeIfOlder(folder, sha256, cx.now() - DAY)
}
