/** The one tab stop of a list: the row reached by arrow keys, else the open one, else the first rendered. */
export function tabStop<T extends { readonly id: number; readonly uuid: string }>(
  drawn: readonly T[],
  { reached, open }: { reached: number | null; open: string | undefined },
): number | undefined {
  return (drawn.find(({ id }) => id === reached) ?? drawn.find(({ uuid }) => uuid === open) ?? drawn[0])?.id
}
