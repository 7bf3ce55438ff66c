import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import { useUser } from '../../../shared/session/useUser'
import { useContactName } from '../../contacts/names'
import { queuesQuery } from '../../directory/api'
import { useLastQueue } from '../gate/useLastQueue'
import { useMoves } from '../moves/useMoves'
import { QueueChoice } from '../QueueChoice'

/** A ticket without queue needs one before it is accepted: one press chooses and accepts. */
export function QueueDialog({ ticket, onClose }: { ticket: TicketSummary; onClose(): void }) {
  const t = useText()
  const name = useContactName(ticket)
  const { accept } = useMoves()
  const last = useLastQueue(ticket)
  return (
    <ChooseQueueDialog
      title={t('desk.gate.accept', { name })}
      proposed={last ?? null}
      onChoose={(queueId) => accept(ticket, queueId)}
      onClose={onClose}
    />
  )
}

type Props = { title: ReactNode; proposed: number | null; onChoose(queueId: number): void; onClose(): void }

/** Chooses one of the user's own queues. */
export function ChooseQueueDialog({ title, proposed, onChoose, onClose }: Props) {
  const t = useText()
  const user = useUser()
  const first = useRef<HTMLButtonElement>(null)
  const queues = (useQuery(queuesQuery).data ?? []).filter(({ id }) => user.queueIds.includes(id))
  const choose = (queueId: number) => {
    onClose()
    onChoose(queueId)
  }
  return (
    <Dialog open onClose={onClose} title={title} size="sm" initialFocus={first}>
      <div className="dialog-body grid gap-3 pt-0!">
        <p className="text-sm text-muted">
          {t('desk.gate.queue')} <span className="not-phone">{t('desk.gate.keys')}</span>
        </p>
        <QueueChoice queues={queues} proposed={proposed} first={first} onChoose={choose} />
      </div>
    </Dialog>
  )
}
