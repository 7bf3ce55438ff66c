import { useDraggable } from '@dnd-kit/react'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { Lock } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Face } from '../../shared/kit/Face'
import { QueueChip } from '../../shared/kit/QueueChip'
import { TagDot } from '../../shared/kit/TagDot'
import { useNow } from '../../shared/kit/useNow'
import { useContactName } from '../contacts/names'
import { WithBot } from '../desk/gate/WithBot'
import { LastMessageWords } from '../desk/list/LastLine'
import { typingAtom } from '../desk/presence'
import { Waiting } from '../messages/Waiting'
import { type Kind, preview } from './spec'

/** The content of a card, in its lane and while dragged. */
type Words = {
  ticket: TicketSummary
  kind: Kind
  /** The tag of its lane, which is not repeated. */
  laneId: number
  /** Why it cannot be moved. */
  fixed: string | null
}

type Props = Words & {
  top: number
  isCurrent: boolean
  isLifted: boolean
  /** The card of its lane that is a tab stop. */
  isStop: boolean
  position: number
  count: number
  onOpen(uuid: string): void
}

export const Card = memo(function Card(props: Props) {
  const { ticket, top, isCurrent, isLifted, isStop, position, count, onOpen, ...words } = props
  const name = useContactName(ticket)
  const { ref } = useDraggable({ id: ticket.id })
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(ticket.uuid)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: one of a virtual list's cards
    <div
      ref={ref}
      role="listitem"
      aria-posinset={position}
      aria-setsize={count}
      aria-current={isCurrent || undefined}
      data-card={ticket.id}
      data-unread={ticket.unreadMessages > 0 || ticket.isMarkUnread || undefined}
      data-lifted={isLifted || undefined}
      data-fixed={words.fixed !== null || undefined}
      className="card-k"
      style={{ top }}
    >
      <CardWords ticket={ticket} {...words}>
        <Link
          to="/tickets/{-$ticketId}"
          params={{ ticketId: ticket.uuid }}
          preload={false}
          draggable={false}
          className="ticket-name"
          dir="auto"
          tabIndex={isStop ? 0 : -1}
          aria-describedby="kanban-keys"
          onClick={open}
        >
          {name}
        </Link>
      </CardWords>
    </div>
  )
})

/** The dragged card. */
export function HeldCard(props: Words) {
  const name = useContactName(props.ticket)
  return (
    <div className="card-k" data-held>
      <CardWords {...props}>
        <span className="ticket-name" dir="auto">
          {name}
        </span>
      </CardWords>
    </div>
  )
}

function CardWords({ ticket, kind, laneId, fixed, children }: Words & { children: React.ReactNode }) {
  const t = useText()
  const days = useDays()
  const format = useFormat()
  const now = useNow(15_000)
  const name = useContactName(ticket)
  const typing = useAtomValue(typingAtom(ticket.id))
  const tags = kind === 'tags' ? ticket.tags.filter(({ id }) => id !== laneId) : ticket.tags
  return (
    <>
      <span className="card-top flex items-center gap-2 min-w-0">
        <Face name={name} src={ticket.contact.profilePicUrl} size={1.5} />
        {children}
        <time
          className="type-xs text-faint"
          dateTime={ticket.lastMessageAt}
          title={format.dateTime(ticket.lastMessageAt)}
        >
          {days.rowTime(ticket.lastMessageAt, now)}
        </time>
      </span>
      <span className="card-last">
        {typing ? (
          <span className="typing">{t(`tickets.${typing}`)}</span>
        ) : (
          <LastMessageWords ticket={ticket} last={ticket.last} shorten={preview} />
        )}
      </span>
      <span className="card-foot flex items-center gap-1.5 min-w-0 h-5 type-xs text-faint">
        {kind === 'tags' && <QueueChip queue={ticket.queue} />}
        {tags.length > 0 && (
          <span className="tag-dots">
            {tags.map((tag) => (
              <TagDot key={tag.id} tag={tag} />
            ))}
          </span>
        )}
        <span className="ml-auto inline-flex items-center gap-1.5">
          <Waiting since={ticket.waitingSince} />
          <WithBot ticket={ticket} />
          {fixed !== null && (
            <span role="img" aria-label={fixed} title={fixed} className="card-lock">
              <Lock />
            </span>
          )}
          {ticket.user && (
            <span role="img" aria-label={ticket.user.name} title={ticket.user.name}>
              <Face name={ticket.user.name} size={1.25} />
            </span>
          )}
        </span>
      </span>
    </>
  )
}
