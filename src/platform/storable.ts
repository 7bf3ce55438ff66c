/** Refuses texts that must not be stored. */
import { type FieldFault, fail } from '../errors'

/**
 * A NUL in a stored text means a damaged file: `cut` takes it out of what messengers bring, and whoever signs in may not
 * bring it either. The doctor would report a damage that is none, and old backups would be kept for ever.
 */
export function demandStorable(body: unknown): void {
  const faults = fieldsOf(body).flatMap(([field, value]): FieldFault[] =>
    hasNul(value) ? [{ field, message: 'form.invalid' }] : [],
  )
  if (faults.length > 0) fail('ERR_INVALID_INPUT', faults)
}

const fieldsOf = (body: unknown): [string, unknown][] =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [['body', body]]

/** Not recursive: a body may be nested a hundred thousand times. */
function hasNul(value: unknown): boolean {
  const rest = [value]
  while (rest.length > 0) {
    const one = rest.pop()
    if (typeof one === 'string' && one.includes('\0')) return true
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) rest.push(inner)
  }
  return false
}
