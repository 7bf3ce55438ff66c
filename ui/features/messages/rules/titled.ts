/** Splits a body into its first line, the title, and the rest. */
export function titled(body: string): { readonly title: string; readonly rest: string } {
  const [title = '', ...rest] = body.split('\n')
  return { title: title.trim(), rest: rest.join('\n').trim() }
}
