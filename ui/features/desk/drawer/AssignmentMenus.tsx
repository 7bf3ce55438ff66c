import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Menu, MenuItem, MenuSeparator } from '../../../shared/kit/Menu'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { toast } from '../../../shared/kit/toast'
import { useUser } from '../../../shared/session/useUser'
import { peopleQuery, queuesQuery } from '../../directory/api'
import { attends } from '../../messages/rules/messageActions'
import { useMoves } from '../moves/useMoves'
import { transferFault } from '../rules/moves'
import { queueAt } from '../rules/targets'

/**
 * The ticket's queue. Users who may transfer the ticket change it here: its attendant stays, if they are in the new
 * queue.
 */
export function QueueMenu({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const { transfer } = useMoves()
  const isMovable = useIsMovable(ticket)
  const { data: queues = [] } = useQuery({ ...queuesQuery, enabled: isMovable })
  if (!isMovable) return <QueueChip queue={ticket.queue} />
  const name = ticket.queue?.name ?? t('common.noQueue')
  return (
    <Menu
      align="start"
      trigger={
        <Button {...look} aria-label={t('moves.changeQueue', { name })} title={t('moves.changeQueue', { name })}>
          <QueueChip queue={ticket.queue} />
          <ChevronDown className="text-faint" />
        </Button>
      }
    >
      {queues.map((queue) => (
        <MenuItem
          key={queue.id}
          icon={queue.id === ticket.queueId ? <Check /> : <Check className="invisible" />}
          onSelect={() => {
            if (queue.id !== ticket.queueId) transfer(ticket, { user: null, queue, keepsPerson: true, comment: '' })
          }}
        >
          {queue.name}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The ticket's attendant, and who can take it over. */
export function AttendantMenu({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const { transfer, giveBack } = useMoves()
  const isMovable = useIsMovable(ticket) && !ticket.isGroup
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: isMovable })
  const { data: queues = [] } = useQuery({ ...queuesQuery, enabled: isMovable })
  if (!isMovable) return <>{ticket.user?.name ?? '—'}</>
  const name = ticket.user?.name ?? t('moves.nobody')
  const give = (user: (typeof people)[number]) => {
    const queue = queueAt({ kind: 'person', key: '', person: user }, { queues, chosenId: null, place: ticket })
    if (transferFault({ user, queueId: queue?.id ?? null, ticket })) toast.error(t('errors.ERR_QUEUE_NOT_OF_USER'))
    else transfer(ticket, { user, queue, comment: '' })
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button {...look} aria-label={t('moves.changeUser', { name })} title={t('moves.changeUser', { name })}>
          <span className="truncate">{name}</span>
          <ChevronDown className="text-faint" />
        </Button>
      }
    >
      {people.map((person) => (
        <MenuItem
          key={person.id}
          icon={person.id === ticket.userId ? <Check /> : <Check className="invisible" />}
          onSelect={() => person.id !== ticket.userId && give(person)}
        >
          {person.name}
        </MenuItem>
      ))}
      {ticket.status === 'open' && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Check className="invisible" />} onSelect={() => giveBack(ticket)}>
            {t('tickets.return')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function useIsMovable(ticket: TicketSummary): boolean {
  const user = useUser()
  return ticket.status !== 'closed' && attends(user, ticket)
}

const look = {
  tone: 'ghost',
  size: 'xs',
  className: '-my-1.5 -ml-[0.8125rem] max-w-full font-normal text-[0.8125rem]',
} as const
