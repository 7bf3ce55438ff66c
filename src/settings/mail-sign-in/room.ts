/** Removes the oldest entry of a map that is full. */
export function makeRoom(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys()
  if (map.size >= most && oldest !== undefined) map.delete(oldest)
}
