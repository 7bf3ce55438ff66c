/**
 * Copies data from the replaced folder into a restored company, so that nothing sent since the backup is sent again,
 * and contacts who have opted out since then get nothing.
 */
import { existsSync } from 'node:fs'
import type { Raw } from '../../platform/sqlite'
import type { CarryOver } from '../../tenancy/lifecycle'

/** Returns descriptions of what could not be copied: the replaced database may be damaged or of another version. */
export function carryOver(raw: Raw, replaced: string, all: readonly CarryOver[]): string[] {
  if (!existsSync(replaced)) return ['the database that it replaces is missing']
  try {
    raw.prepare('ATTACH ? AS aside').run(replaced)
  } catch (error) {
    return [wordsOf(error)]
  }
  try {
    return all.flatMap(({ module, statements }) => {
      try {
        raw.transaction(() => {
          for (const sql of statements) raw.exec(sql)
        })()
        return []
      } catch (error) {
        return [`${module}: ${wordsOf(error)}`]
      }
    })
  } finally {
    raw.exec('DETACH aside')
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
