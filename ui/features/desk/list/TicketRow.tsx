import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { UsersRound } from 'lucide-react'
import { type MouseEvent, memo, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useDays } from '../../../shared/i18n/useDays'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { classes } from '../../../shared/kit/classes'
import { Face } from '../../../shared/kit/Face'
import { useNow } from '../../../shared/kit/useNow'
import { useLive } from '../../../shared/live/LiveProvider'
import { ticketPartsAtom } from '../../../shared/ticketParts'
import { useContactName } from '../../contacts/names'
import { backToWriting } from '../../messages/composer/box'
import { prefetchThread } from '../api'
import { viewAtom } from '../listState'
import { useMoves } from '../moves/useMoves'
import { isOwn } from '../moves/useMoveTicket'
import { useIsGiven } from '../notify/given'
import { LastLine } from './LastLine'
import { MetaLine } from './MetaLine'
import { RowActions } from './RowActions'

type Props = {
  ticket: TicketSummary
  top: number
  isCurrent: boolean
  /** Whether the row is the list's tab stop; arrow keys reach the others. */
  isStop: boolean
  onReach(ticketId: number): void
  /** Null without a selection. */
  isChosen: boolean | null
  onChoose(ticketId: number, isRange: boolean): void
  position: number
  count: number
}

export const TicketRow = memo(function TicketRow(props: Props) {
  const { ticket, top, isCurrent, isStop, onReach, isChosen, onChoose, position, count } = props
  const t = useText()
  const days = useDays()
  const format = useFormat()
  const now = useNow(15_000)
  const client = useQueryClient()
  const { bus } = useLive()
  const { accept } = useMoves()
  const name = useContactName(ticket)
  const flash = useFlash(ticket)
  const view = useAtomValue(viewAtom)
  const isUnread = useIsGiven(ticket.id) || ticket.unreadMessages > 0 || ticket.isMarkUnread
  const open = (event: MouseEvent) => {
    if (isChosen !== null) {
      event.preventDefault()
      return onChoose(ticket.id, event.shiftKey)
    }
    if (isCurrent) openAgain()
    if (ticket.status !== 'pending' || !ticket.isGroup) return
    // Accepting opens the group; following the link too would close the question for its queue.
    event.preventDefault()
    accept(ticket)
  }
  const openAgain = () => {
    // Otherwise the focus would stay here, where letters move the ticket.
    backToWriting()
    if (ticket.isMarkUnread) void client.invalidateQueries({ queryKey: ['messages', ticket.id], exact: true })
  }
  const prefetch = () => prefetchThread(ticket, { client, bus })
  return (
    // biome-ignore lint/a11y/useSemanticElements: one of a virtual list's rows
    <div
      role="listitem"
      aria-posinset={position}
      aria-setsize={count}
      aria-current={isCurrent || undefined}
      data-ticket={ticket.id}
      data-unread={isUnread || undefined}
      className={classes('ticket', flash.on && 'flash')}
      style={{ position: 'absolute', insetInline: 0, top }}
      onAnimationEnd={flash.end}
      onPointerEnter={prefetch}
      onFocus={() => {
        prefetch()
        onReach(ticket.id)
      }}
    >
      <span className="ticket-face">
        {isChosen === null ? (
          <>
            <Face name={name} src={ticket.contact.profilePicUrl} icon={ticket.isGroup ? <UsersRound /> : undefined} />
            <ChannelIcon channel={ticket.channel} />
          </>
        ) : (
          <input
            type="checkbox"
            className="checkbox checkbox-primary checkbox-sm"
            tabIndex={isStop ? 0 : -1}
            aria-label={t('tickets.choose.one', { name })}
            checked={isChosen}
            onChange={() => onChoose(ticket.id, false)}
          />
        )}
      </span>
      <span className="ticket-line">
        <Link
          to="/tickets/{-$ticketId}"
          params={{ ticketId: ticket.uuid }}
          search={view}
          preload={false}
          className="ticket-name"
          dir="auto"
          tabIndex={isStop ? 0 : -1}
          onClick={open}
        >
          {name}
        </Link>
        <time className="ticket-time" dateTime={ticket.lastMessageAt} title={format.dateTime(ticket.lastMessageAt)}>
          {days.rowTime(ticket.lastMessageAt, now)}
        </time>
      </span>
      <LastLine ticket={ticket} isCurrent={isCurrent} />
      <MetaLine ticket={ticket} />
      {isChosen === null && <RowActions ticket={ticket} name={name} isStop={isStop} />}
    </div>
  )
})

/** Flashes once when another user moved the ticket. */
function useFlash(ticket: TicketSummary) {
  const extras = useAtomValue(ticketPartsAtom).map(({ stateOf }) => stateOf?.(ticket))
  const place = [ticket.status, ticket.userId, ticket.queueId, ...extras].join(' ')
  const [seen, setSeen] = useState(place)
  const [on, setOn] = useState(false)
  if (seen !== place) {
    setSeen(place)
    if (!isOwn(ticket.id)) setOn(true)
  }
  return { on, end: () => setOn(false) }
}
