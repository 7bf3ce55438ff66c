/** Which files a field accepts. Pure. */

/** Whether a file matches `accept`, read as an `<input type="file">` reads it: `.pdf,image/*`. */
export function isOfKind({ name, type }: { readonly name: string; readonly type: string }, accept: string): boolean {
  const kinds = accept
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .filter(Boolean)
  if (kinds.length === 0) return true
  const [lower, mime] = [name.toLowerCase(), type.toLowerCase()]
  return kinds.some((kind) => {
    if (kind.startsWith('.')) return lower.endsWith(kind)
    return kind.endsWith('/*') ? mime.startsWith(kind.slice(0, -1)) : mime === kind
  })
}
