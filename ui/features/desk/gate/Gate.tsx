import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { Eye, Hand } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type TicketSummary, ticketTab } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Face } from '../../../shared/kit/Face'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { useMay, useUser } from '../../../shared/session/useUser'
import { useContactName } from '../../contacts/names'
import { queuesQuery } from '../../directory/api'
import { useMoves } from '../moves/useMoves'
import { QueueChoice } from '../QueueChoice'
import { needsQueue } from '../rules/lists'
import { previewedAtom } from '../useDesk'
import { Since } from './Since'
import { useLastQueue } from './useLastQueue'
import { WithBot } from './WithBot'

/**
 * Replaces a waiting ticket's messages: who waits and since when. Messages are shown to the user who accepts it, and
 * earlier to users who may preview. Keys work as on its row.
 */
export function Gate({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const { accept } = useMoves()
  const user = useUser()
  const mayPreview = useMay()('tickets-manager:preview')
  const preview = useSetAtom(previewedAtom)
  const name = useContactName(ticket)
  const asks = needsQueue(ticket, user)
  const start = useRef<HTMLButtonElement>(null)
  useStart(start, ticket.id)
  return (
    <div className="chat-floor grid overflow-y-auto">
      <div className="wait-gate" data-ticket={ticket.id}>
        <Face name={name} src={ticket.contact.profilePicUrl} size={4} />
        <h3>{ticketTab(ticket) === 'bot' ? name : t('tickets.gate', { name })}</h3>
        <div className="wait-facts">
          <WithBot ticket={ticket} />
          <Since ticket={ticket} />
          {ticket.queue && <QueueChip queue={ticket.queue} />}
        </div>
        <p>{t('tickets.mustAccept')}</p>
        {asks && <ChooseAndAccept ticket={ticket} start={start} />}
        <div className="flex flex-wrap justify-center gap-2">
          {!asks && (
            <Button ref={start} tone="primary" icon={<Hand />} onClick={() => accept(ticket)}>
              {t('tickets.accept')}
            </Button>
          )}
          {mayPreview && (
            <Button icon={<Eye />} onClick={() => preview(ticket.id)}>
              {t('tickets.preview')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** Enter accepts: the focus comes from the opened row, or from nowhere. */
function useStart(start: React.RefObject<HTMLButtonElement | null>, ticketId: number) {
  useEffect(() => {
    const at = document.activeElement
    if (at === document.body || at?.closest(`.ticket[data-ticket="${ticketId}"]`)) start.current?.focus()
  }, [start, ticketId])
}

type ChooseProps = { ticket: TicketSummary; start: React.Ref<HTMLButtonElement> }

/** For a ticket without queue the user chooses one of their own. */
function ChooseAndAccept({ ticket, start }: ChooseProps) {
  const t = useText()
  const { accept } = useMoves()
  const user = useUser()
  const last = useLastQueue(ticket)
  const queues = (useQuery(queuesQuery).data ?? []).filter(({ id }) => user.queueIds.includes(id))
  return (
    <div className="grid w-full justify-items-center gap-2">
      <b className="text-sm font-semibold">{t('desk.gate.queue')}</b>
      <QueueChoice
        queues={queues}
        proposed={last ?? null}
        first={start}
        onChoose={(queueId) => accept(ticket, queueId)}
      />
    </div>
  )
}
