import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import type { ConversationItem } from '../rules/conversation'
import { estimateHeight } from '../rules/sizes'

export type Rows = Virtualizer<HTMLDivElement, Element>

/** Within this distance of the end, in pixels, the conversation scrolls to new messages. */
export const AT_END = 80
/** In pixels, above the first row and below the last. */
const [PADDING_START, PADDING_END] = [12, 16]
/** The visible area before it is measured: about the space between header and composer. */
const firstRect = () => ({ width: 0, height: Math.max(200, innerHeight - 230) })

/** The rows of a conversation that are drawn now. It opens at the end, with the right offset at the first render. */
export function useRows(items: readonly ConversationItem[], box: RefObject<HTMLDivElement | null>, overscan: number) {
  return useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => estimateHeight(items[index]),
    getItemKey: (index) => items[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    initialRect: firstRect(),
    initialOffset: () =>
      items.reduce((sum, item) => sum + estimateHeight(item), PADDING_START + PADDING_END) - firstRect().height,
    overscan,
    paddingStart: PADDING_START,
    paddingEnd: PADDING_END,
  })
}
