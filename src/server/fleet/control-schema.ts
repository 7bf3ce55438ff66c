/**
 * Which versions of control.db a node can read. Its owner brings it to the newest version that the owner's program knows; the
 * others see the new pages at once, also those that still run the version before.
 */
import { controlSchema } from '../../platform/databases'
import { newestOf } from '../../platform/schema'
import { getValue } from '../../platform/sql'
import { type Raw, versionOf } from '../../platform/sqlite'

/** The key in `meta` under which a step notes that programs which know fewer steps must not read the file any more. */
export const READABLE_FROM = 'readable-from'

export const CONTROL_STEPS = newestOf(controlSchema)

export type ControlFault = { readonly kind: 'older' | 'newer'; readonly words: string }

/** Undefined if this program can read it. Steps only add, unless they note that they do not. */
export function findControlFault(raw: Raw, known = CONTROL_STEPS): ControlFault | undefined {
  const has = versionOf(raw)
  if (has < known)
    return {
      kind: 'older',
      words: `control.db has step ${has} of its schema, and this program needs ${known}. Its owner brings it there: move company 1 to a node that runs this version.`,
    }
  if (has === known) return undefined
  const from = Number(getValue(raw, 'SELECT value FROM meta WHERE key = ?', READABLE_FROM) ?? 0)
  if (from <= known) return undefined
  return {
    kind: 'newer',
    words: `control.db has step ${has} of its schema, which programs that know ${from} can read, and this one knows ${known}. Upgrade this node.`,
  }
}
