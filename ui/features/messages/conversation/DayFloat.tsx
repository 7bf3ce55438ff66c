import type { VirtualItem } from '@tanstack/react-virtual'
import type { ConversationItem } from '../rules/conversation'
import { DayLabel } from './DayLabel'

type Props = { items: readonly ConversationItem[]; shown: readonly VirtualItem[]; firstSeen: number; top: number }

const HEIGHT = 42

/** The day being read stays at the top while its messages pass; the next day pushes it away. */
export function DayFloat({ items, shown, firstSeen, top }: Props) {
  const first = items[firstSeen]
  const item = first?.kind === 'day' ? first : items.slice(firstSeen).find((one) => one.kind === 'message')
  const at = item?.kind === 'day' ? item.at : item?.kind === 'message' ? item.message.createdAt : undefined
  if (at === undefined) return null
  const next = shown.find(({ index }) => index > firstSeen && items[index]?.kind === 'day')
  const pushed = Math.min(0, (next?.start ?? Number.POSITIVE_INFINITY) - top - HEIGHT)
  return (
    <div className="chat-col day-float" style={{ transform: `translateY(${pushed}px)` }} aria-hidden="true">
      <DayLabel at={at} />
    </div>
  )
}
