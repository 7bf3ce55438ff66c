import { and, eq, sql } from 'drizzle-orm'
import { fail } from '../../errors'
import { instant } from '../../platform/formats'
import { needleOf } from '../../platform/needle'
import type { ControlDb } from '../../platform/sqlite'
import { likeContaining } from '../../platform/text'
import type { Help } from './contract'
import { helpErrors } from './errors'
import { helps, type StoredHelp } from './tables'

/** In the operator's order. */
export function listHelps(control: ControlDb, search = ''): StoredHelp[] {
  return control
    .select()
    .from(helps)
    .where(and(...needleOf(search).map((word) => sql`${helps.words} LIKE ${likeContaining(word)} ESCAPE '\\'`)))
    .orderBy(helps.position, helps.id)
    .all()
}

export const findHelpOrFail = (control: ControlDb, id: number): StoredHelp =>
  control.select().from(helps).where(eq(helps.id, id)).get() ?? fail(helpErrors.ERR_NO_HELP_FOUND)

export const showHelp = ({ createdAt: _, words: __, updatedAt, ...help }: StoredHelp): Help => ({
  ...help,
  updatedAt: instant(updatedAt),
})
