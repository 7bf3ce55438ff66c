import { memo } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { MessageBubble } from '../bubble/MessageBubble'
import type { ConversationItem } from '../rules/conversation'
import { DayLabel } from './DayLabel'
import { SeamLine } from './SeamLine'
import { UnreadLine } from './UnreadLine'

type Props = { item: ConversationItem; ticket: TicketSummary; isLit: boolean; onJump(messageId: number): void }

/** One row of the conversation: a day, the seam between two tickets, or a message. */
export const ConversationRow = memo(
  function ConversationRow({ item, ticket, isLit, onJump }: Props) {
    if (item.kind === 'day') return <DayLabel at={item.at} />
    if (item.kind === 'unread') return <UnreadLine count={item.count} />
    if (item.kind !== 'message') return <SeamLine kind={item.kind} seam={item.seam} />
    return <MessageBubble bubble={item} ticket={ticket} isLit={isLit} onJump={onJump} />
  },
  (before, after) =>
    before.isLit === after.isLit &&
    before.ticket.status === after.ticket.status &&
    before.ticket.sendingBlocked === after.ticket.sendingBlocked &&
    sameItem(before.item, after.item),
)

/** Items are new objects after each message; the messages inside them are not. */
function sameItem(a: ConversationItem, b: ConversationItem): boolean {
  if (a.kind === 'message' && b.kind === 'message')
    return a.message === b.message && a.pending === b.pending && a.first === b.first && a.last === b.last
  if ('seam' in a && 'seam' in b) return a.kind === b.kind && a.seam === b.seam
  return a.kind === b.kind && a.key === b.key
}
