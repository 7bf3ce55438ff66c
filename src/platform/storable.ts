/** Refuses what must not be stored, and what nobody could have meant. */
import { type FieldFault, fail } from '../errors'

/** Deeper than any schema of ours. Elysia prints what does not match one, and for each level that takes time for all above it. */
const DEEPEST = 32

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

/** Not recursive: a body may be nested a hundred thousand times. */
function isStorable(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return false
    const below: unknown[] = []
    for (const one of level) {
      if (typeof one === 'string' && one.includes('\0')) return false
      if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) below.push(inner)
    }
    level = below
  }
  return true
}
