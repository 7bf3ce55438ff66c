import type { TicketStep } from '../../../../src/tickets/contract'
import { useDays } from '../../../shared/i18n/useDays'
import { useText } from '../../../shared/i18n/useText'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { Rich } from '../../../shared/kit/Rich'
import { useNow } from '../../../shared/kit/useNow'
import type { ConversationItem, TicketBoundary } from '../rules/conversation'

type BoundaryItem = Extract<ConversationItem, { readonly boundary: TicketBoundary }>

/** Divider where a ticket ended or the next one began, with the connection if there are several. */
export function TicketBoundaryLine({ item: { kind, boundary, namesDoor } }: { item: BoundaryItem }) {
  return (
    <div className="ticket-boundary">
      <span>
        {namesDoor && kind !== 'ended' && (
          <span className="inline-flex items-center gap-1.5 align-middle font-[550] text-muted">
            <ChannelIcon channel={boundary.whatsapp.channel} /> {boundary.whatsapp.name}
          </span>
        )}
        {kind === 'ended' && <Ended boundary={boundary} />}
        {kind === 'started' && (
          <>
            {namesDoor && ' · '}
            <Started boundary={boundary} />
          </>
        )}
      </span>
    </div>
  )
}

function Ended({ boundary }: { boundary: TicketBoundary }) {
  const t = useText()
  const when = useWhen(boundary.closedAt ?? boundary.createdAt)
  return (
    <Rich
      text={
        boundary.userName
          ? t('messages.boundary.endedBy', { name: boundary.userName, when })
          : t('messages.boundary.ended', { when })
      }
    />
  )
}

function Started({ boundary }: { boundary: TicketBoundary }) {
  const t = useText()
  const when = useWhen(boundary.createdAt)
  // The current attendant need not have started it.
  const begunBy = boundary.steps.length === 0 ? boundary.userName : boundary.steps.find(isStart)?.by
  const parts = [
    t('messages.boundary.started', { id: `#${boundary.id}`, when }),
    boundary.queueName,
    begunBy && t('messages.boundary.by', { name: begunBy }),
  ]
  return <Rich text={parts.filter(Boolean).join(' · ')} />
}

const isStart = ({ kind }: TicketStep) => kind === 'started'

/** Divider for a transfer: by whom, to whom or where; or its undo. */
export function StepLine({ step: { kind, by, user, queue, at } }: { step: TicketStep }) {
  const t = useText()
  const when = useWhen(at)
  const target = [user, queue].filter(Boolean).join(' · ')
  const words = kind === 'transferUndone' ? 'undone' : target ? 'transferred' : 'moved'
  return (
    <div className="ticket-boundary">
      <span>
        <Rich text={t(`messages.boundary.${words}`, { by, target, when })} />
      </span>
    </div>
  )
}

function useWhen(at: string): string {
  const t = useText()
  const days = useDays()
  const date = days.dateBefore(at, useNow(60_000))
  const time = days.time(at)
  return date === undefined ? t('messages.boundary.today', { time }) : t('messages.boundary.before', { date, time })
}

export function DayLabel({ at }: { at: string }) {
  const days = useDays()
  return <div className="day">{days.label(at, useNow(60_000))}</div>
}

/** Divider where the user stopped reading. */
export function UnreadLine({ count }: { count: number }) {
  const t = useText()
  return (
    <div className="ticket-boundary font-[550] text-primary-ink">
      <span>{t('tickets.unread', { count })}</span>
    </div>
  )
}
