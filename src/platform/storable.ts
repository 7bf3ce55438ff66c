/** Refuses what must not be stored, and what nobody could have meant. */
import { type FieldFault, fail } from '../errors'

/**
 * Deeper and wider than any schema of ours: what does not match one holds everybody up. Elysia prints it, which takes for
 * each level a look at all above it, and each wrong value is judged and described three times.
 */
const DEEPEST = 32
const WIDEST = 10_000

/**
 * A NUL in a stored text means a damaged file: `cut` takes it out of what messengers bring, and whoever signs in may not
 * bring it either. The doctor would report a damage that is none, and old backups would be kept for ever.
 */
export function demandStorable(body: unknown): void {
  const faults = fieldsOf(body).flatMap(([field, value]): FieldFault[] =>
    isStorable(value) ? [] : [{ field, message: 'form.invalid' }],
  )
  if (faults.length > 0) fail('ERR_INVALID_INPUT', faults)
}

const fieldsOf = (body: unknown): [string, unknown][] =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [['body', body]]

/** Level by level, not recursive: a body may be nested a hundred thousand times. */
function isStorable(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST || level.some(hasNul)) return false
    const below: unknown[] = []
    for (const inside of level.map(valuesIn)) {
      if (below.length + inside.length > WIDEST) return false
      below.push(...inside)
    }
    level = below
  }
  return true
}

const hasNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0')

function valuesIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? value : Object.values(value) // of a long list Object.values takes a second
}
