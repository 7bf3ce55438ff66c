/** Sends only changed fields: somebody else may be changing others. Pure. */

/**
 * The fields of `before` that differ in `after`. Lists and objects are compared by value; absent fields are skipped.
 * `before` names every field, with undefined for empty ones.
 */
export function changesOf<T extends object>(
  before: T,
  after: { readonly [K in keyof T]?: T[K] | undefined },
): Partial<T> {
  const changes: Partial<T> = {}
  for (const name in before) {
    const value = after[name]
    if (value !== undefined && !isSame(before[name], value)) changes[name] = value
  }
  return changes
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  // Files have no own properties, so they are compared by identity.
  if (a instanceof Blob || b instanceof Blob) return false
  const names = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(Reflect.get(a, name), Reflect.get(b, name)))
  )
}
