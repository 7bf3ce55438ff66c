/** Only changed fields are sent: somebody else may be changing others. Pure. */

/** The fields of `after` that differ from `before`; lists and objects are compared by what they hold, absent ones are left alone. */
export function changesOf<T extends object>(before: Partial<NoInfer<T>>, after: T): Partial<T> {
  const changes: Partial<T> = {}
  for (const name in after)
    if (after[name] !== undefined && !isSame(before[name], after[name])) changes[name] = after[name]
  return changes
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  // Files have no own properties: two of them are the same only if they are one.
  if (a instanceof Blob || b instanceof Blob) return false
  const names = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(Reflect.get(a, name), Reflect.get(b, name)))
  )
}
