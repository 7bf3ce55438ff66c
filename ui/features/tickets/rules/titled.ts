/** A body whose first line is what the thing is called, and the rest what is said of it. */
export function titled(body: string): { readonly title: string; readonly rest: string } {
  const [title = '', ...rest] = body.split('\n')
  return { title: title.trim(), rest: rest.join('\n').trim() }
}
