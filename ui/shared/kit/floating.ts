/** Popups of the pages. Prefetched, so that the first press opens one immediately, also offline. */
export const floating: readonly (() => Promise<unknown>)[] = [
  () => import('./MenuBox'),
  () => import('./PopoverBox'),
  () => import('./TooltipBubble'),
  () => import('./ConfirmBox'),
]
