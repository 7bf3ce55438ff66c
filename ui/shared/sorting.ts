/** A table's sort order in its address: the default is omitted, and choosing the same column again reverses it. */
export function nextSorting<S extends string>(
  now: { readonly sort?: S | undefined; readonly desc?: true | undefined },
  chosen: S,
  usual: S,
): { sort: S | undefined; desc: true | undefined } {
  const isSame = chosen === (now.sort ?? usual)
  return { sort: chosen === usual ? undefined : chosen, desc: isSame && !now.desc ? true : undefined }
}
