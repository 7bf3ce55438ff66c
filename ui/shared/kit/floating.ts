/** What floats above the pages. Fetched once they are there: the first press opens it at once, also when the line has gone. */
export const floating: readonly (() => Promise<unknown>)[] = [
  () => import('./MenuBox'),
  () => import('./PopoverBox'),
  () => import('./TooltipBubble'),
  () => import('./ConfirmBox'),
]
