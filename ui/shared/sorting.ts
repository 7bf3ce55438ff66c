/** The order of a table in its address: the usual order is left out, and choosing the same column again reverses it. */
export function nextSorting<S extends string>(
  now: { readonly sort?: S | undefined; readonly desc?: true | undefined },
  chosen: S,
  usual: S,
): { sort: S | undefined; desc: true | undefined } {
  const isSame = chosen === (now.sort ?? usual)
  return { sort: chosen === usual ? undefined : chosen, desc: isSame && !now.desc ? true : undefined }
}
