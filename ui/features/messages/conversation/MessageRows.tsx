import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { memo, type RefObject } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { AlbumBubble } from '../bubble/AlbumBubble'
import { MessageBubble } from '../bubble/MessageBubble'
import { type Bubble, bubblesOf, type ConversationItem } from '../rules/conversation'
import { estimateHeight } from '../rules/sizes'
import { DayLabel, StepLine, TicketBoundaryLine, UnreadLine } from './Dividers'

type Props = {
  ticket: TicketSummary
  items: readonly ConversationItem[]
  rows: Rows
  /** The index of the first row in view. */
  firstSeen: number
  /** At the end the day would only cover messages. */
  showsDay: boolean
  litKey: string | null
  onJump(messageId: number): void
}

/** The visible rows, positioned within the height of the whole conversation; above them the day being read. */
export function MessageRows({ ticket, items, rows, firstSeen, showsDay, litKey, onJump }: Props) {
  const shown = rows.getVirtualItems()
  return (
    <div className="chat-rows" style={{ height: rows.getTotalSize() }}>
      {showsDay && <DayFloat items={items} shown={shown} firstSeen={firstSeen} top={rows.scrollOffset ?? 0} />}
      {shown.map((row) => {
        const item = items[row.index]
        if (!item) return null
        const isUnderFloat = showsDay && item.kind === 'day' && row.index <= firstSeen
        return (
          <div
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            className="chat-col chat-row"
            style={{
              transform: `translateY(${row.start}px)`,
              ...(isUnderFloat ? { visibility: 'hidden' as const } : {}),
            }}
          >
            <ConversationRow
              item={item}
              ticket={ticket}
              litKey={bubblesOf(item).some(({ key }) => key === litKey) ? litKey : null}
              onJump={onJump}
            />
          </div>
        )
      })}
    </div>
  )
}

type RowProps = {
  item: ConversationItem
  ticket: TicketSummary
  /** If it is in this row. */
  litKey: string | null
  onJump(messageId: number): void
}

/** A row of the conversation: a day, the boundary between two tickets, a message, or an album. */
const ConversationRow = memo(
  function ConversationRow({ item, ticket, litKey, onJump }: RowProps) {
    switch (item.kind) {
      case 'day':
        return <DayLabel at={item.at} />
      case 'unread':
        return <UnreadLine count={item.count} />
      case 'step':
        return <StepLine step={item.step} />
      case 'message':
        return <MessageBubble bubble={item} ticket={ticket} isLit={litKey !== null} onJump={onJump} />
      case 'album':
        return <AlbumBubble bubbles={item.bubbles} ticket={ticket} litKey={litKey} onJump={onJump} />
      default:
        return <TicketBoundaryLine item={item} />
    }
  },
  (before, after) =>
    before.litKey === after.litKey &&
    before.ticket.status === after.ticket.status &&
    before.ticket.sendingBlocked === after.ticket.sendingBlocked &&
    sameItem(before.item, after.item),
)

/** Items are recreated after each message; the messages inside them are not. */
function sameItem(a: ConversationItem, b: ConversationItem): boolean {
  if (a.kind === 'message' && b.kind === 'message') return sameBubble(a, b)
  if (a.kind === 'album' && b.kind === 'album')
    return a.bubbles.length === b.bubbles.length && a.bubbles.every((one, at) => sameBubble(one, b.bubbles[at]))
  if ('boundary' in a && 'boundary' in b)
    return a.kind === b.kind && a.boundary === b.boundary && a.namesDoor === b.namesDoor
  return a.kind === b.kind && a.key === b.key
}

const sameBubble = (a: Bubble, b: Bubble | undefined): boolean =>
  a.message === b?.message && a.pending === b.pending && a.first === b.first && a.last === b.last

type FloatProps = { items: readonly ConversationItem[]; shown: readonly VirtualItem[]; firstSeen: number; top: number }

/** Height of a day's label, in pixels. */
export const DAY_HEIGHT = 42

/** The day being read stays at the top while its messages pass; the next day pushes it away. */
function DayFloat({ items, shown, firstSeen, top }: FloatProps) {
  const first = items[firstSeen]
  const item = first?.kind === 'day' ? first : items.slice(firstSeen).find((one) => bubblesOf(one).length > 0)
  const at = item?.kind === 'day' ? item.at : item && bubblesOf(item)[0]?.message.createdAt
  if (at === undefined) return null
  const next = shown.find(({ index }) => index > firstSeen && items[index]?.kind === 'day')
  const pushed = Math.min(0, (next?.start ?? Number.POSITIVE_INFINITY) - top - DAY_HEIGHT)
  return (
    <div className="chat-col day-float" style={{ transform: `translateY(${pushed}px)` }} aria-hidden="true">
      <DayLabel at={at} />
    </div>
  )
}

type Rows = Virtualizer<HTMLDivElement, Element>

/** Within this distance of the end, in pixels, the conversation scrolls to new messages. */
export const AT_END = 80
/** In pixels, above the first row and below the last. */
const [PADDING_START, PADDING_END] = [12, 16]
/** Height of the viewport before it is measured: about the space between header and composer. */
const firstRect = () => ({ width: 0, height: Math.max(200, innerHeight - 230) })

/** The rendered rows of a conversation. It opens at the end, with the right offset at the first render. */
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
