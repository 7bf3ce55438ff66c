/** Returns the value of `key`, creating and storing it if missing. An `undefined` value is created again each time. */
export function getOrMake<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** What a table has for a name that others chose; undefined for what every object inherits, such as `constructor`. */
export const ownEntry = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
