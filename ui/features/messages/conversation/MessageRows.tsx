import type { TicketSummary } from '../../../../src/tickets/contract'
import type { ConversationItem } from '../rules/conversation'
import { ConversationRow } from './ConversationRow'
import { DayFloat } from './DayFloat'
import type { Rows } from './useRows'

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

/** The rows in view, each at its place in the height of the whole conversation; above them the day being read. */
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
            <ConversationRow item={item} ticket={ticket} isLit={litKey === item.key} onJump={onJump} />
          </div>
        )
      })}
    </div>
  )
}
