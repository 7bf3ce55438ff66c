/** Colours of code. Pure. */
export type Piece = { readonly text: string; readonly kind: 'string' | 'key' | null }

/** Colours strings, and keys of JSON. */
export function pieces(code: string): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const match of code.matchAll(/("(?:[^"\\\n]|\\.)*")(\s*:)?|'(?:[^'\\]|\\.)*'/g)) {
    if (match.index > from) found.push({ text: code.slice(from, match.index), kind: null })
    const [whole, double, colon] = match
    if (double !== undefined && colon !== undefined)
      found.push({ text: double, kind: 'key' }, { text: colon, kind: null })
    else found.push({ text: whole, kind: 'string' })
    from = match.index + whole.length
  }
  if (from < code.length) found.push({ text: code.slice(from), kind: null })
  return found
}
