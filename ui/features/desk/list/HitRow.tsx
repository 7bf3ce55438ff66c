import { Link } from '@tanstack/react-router'
import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import { UsersRound } from 'lucide-react'
import { memo } from 'react'
import type { MessageHit } from '../../../../src/tickets/searching/contract'
import { useDays } from '../../../shared/i18n/useDays'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { Face } from '../../../shared/kit/Face'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { useNow } from '../../../shared/kit/useNow'
import { useContactName } from '../../contacts/names'
import { wordsIn } from '../../messages/rules/marks'
import { ourWriter } from '../../messages/rules/writer'
import { viewAtom } from '../listState'
import { arrivalAtom, arrivalMarksAtom } from '../useDesk'
import { HitText } from './HitText'

type Props = { hit: MessageHit; search: string; top: number; isStop: boolean; onReach(): void }

/** A message hit; opens its conversation at that message. */
export const HitRow = memo(function HitRow({ hit, search, top, isStop, onReach }: Props) {
  const t = useText()
  const days = useDays()
  const format = useFormat()
  const now = useNow(60_000)
  const { ticket, messageId, createdAt, fromMe, author, origin, repeats } = hit
  const name = useContactName(ticket)
  const arrive = useArrival()
  const view = useAtomValue(viewAtom)
  const who = fromMe ? ourWriter(t, { name: author, origin }) : author
  return (
    // biome-ignore lint/a11y/useSemanticElements: one of a virtual list's rows
    <div
      role="listitem"
      className="ticket"
      data-hit={messageId}
      style={{ position: 'absolute', insetInline: 0, top }}
      onFocus={onReach}
    >
      <span className="ticket-face">
        <Face name={name} src={ticket.contact.profilePicUrl} icon={ticket.isGroup ? <UsersRound /> : undefined} />
        <ChannelIcon channel={ticket.channel} />
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
          onClick={() => arrive(hit, search)}
        >
          {name}
        </Link>
        <time className="ticket-time" dateTime={createdAt} title={format.dateTime(createdAt)}>
          {days.rowTime(createdAt, now)}
        </time>
      </span>
      <span className="ticket-line">
        <span className="ticket-last">
          {who && <em>{who}:</em>}
          <HitText hit={hit} />
        </span>
      </span>
      <span className="ticket-line">
        <span className="ticket-meta">
          <QueueChip queue={ticket.queue} />
          <span className="who">#{ticket.id}</span>
          {repeats > 0 && <span className="who">{t('deskSearch.repeats', { count: repeats })}</span>}
        </span>
      </span>
    </div>
  )
})

/** Sets the message at which the conversation opens next, and what is highlighted there. */
export function useArrival(): (hit: MessageHit, search: string) => void {
  const mark = useSetAtom(arrivalMarksAtom)
  const store = useStore()
  return ({ ticketId, messageId }, search) => {
    store.set(arrivalAtom(ticketId), messageId)
    mark({ needles: wordsIn(search), atWords: true, messageId })
  }
}
