import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { useUser } from '../../../shared/session/useUser'
import { useContactName } from '../../contacts/names'
import { queuesQuery } from '../../queues/api'
import { useMoves } from '../moves/useMoves'

/** A ticket without queue needs one before it can be accepted: one click chooses and accepts. */
export function QueueDialog({ ticket, onClose }: { ticket: TicketSummary; onClose(): void }) {
  const t = useText()
  const contactName = useContactName(ticket)
  const user = useUser()
  const { accept } = useMoves()
  const first = useRef<HTMLButtonElement>(null)
  const queues = (useQuery(queuesQuery).data ?? []).filter(({ id }) => user.queueIds.includes(id))
  return (
    <Dialog open onClose={onClose} title={t('tickets.queueFirst')} size="sm" initialFocus={first}>
      <div className="dialog-body grid gap-1 pt-0!">
        <p className="mb-2 text-sm text-muted">{t('tickets.queueFirstText', { name: contactName })}</p>
        {queues.map((queue, at) => (
          <button
            key={queue.id}
            ref={at === 0 ? first : null}
            type="button"
            className="menu-row min-h-9 hover:bg-hover"
            onClick={() => {
              onClose()
              accept(ticket, queue.id)
            }}
          >
            <QueueChip queue={queue} />
          </button>
        ))}
      </div>
    </Dialog>
  )
}
