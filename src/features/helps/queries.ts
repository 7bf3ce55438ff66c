import { eq, sql } from 'drizzle-orm'
import { fail } from '../../errors'
import { instant } from '../../platform/formats'
import type { ControlDb } from '../../platform/sqlite'
import { fold, likeContaining } from '../../platform/text'
import type { Help } from './contract'
import { helpErrors } from './errors'
import { helps, type StoredHelp } from './tables'

/** In the operator's order. */
export function listHelps(control: ControlDb, search = ''): StoredHelp[] {
  const words = fold(search.trim())
  return control
    .select()
    .from(helps)
    .where(words ? sql`${helps.words} LIKE ${likeContaining(words)} ESCAPE '\\'` : undefined)
    .orderBy(helps.position, helps.id)
    .all()
}

export const findHelpOrFail = (control: ControlDb, id: number): StoredHelp =>
  control.select().from(helps).where(eq(helps.id, id)).get() ?? fail(helpErrors.ERR_NO_HELP_FOUND)

export const showHelp = ({ createdAt: _, words: __, updatedAt, ...help }: StoredHelp): Help => ({
  ...help,
  updatedAt: instant(updatedAt),
})
