/** Tab stops at one row of a list: the one the arrows went to, else the open one, else the first that is drawn. */
export function tabStop<T extends { readonly id: number; readonly uuid: string }>(
  drawn: readonly T[],
  { reached, open }: { reached: number | null; open: string | undefined },
): number | undefined {
  return (drawn.find(({ id }) => id === reached) ?? drawn.find(({ uuid }) => uuid === open) ?? drawn[0])?.id
}
