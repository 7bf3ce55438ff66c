import { useAtom, useAtomValue } from 'jotai/react'
import { Hand, MessagesSquare } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useDays } from '../../../shared/i18n/useDays'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { Face } from '../../../shared/kit/Face'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { lazyPart } from '../../../shared/lazyPart'
import { useLiveList } from '../../../shared/live/useLiveList'
import { useUser } from '../../../shared/session/useUser'
import { useContactName } from '../../contacts/names'
import { ticketListSpec } from '../api'
import { Since } from '../gate/Since'
import { useCommand } from '../keys/useShortcuts'
import { goingOnAtom, nextChoiceAtom } from '../listState'
import { useLateMoves } from '../moves/LateMovesProvider'
import { useMoves } from '../moves/useMoves'
import { useFirstSteps } from './useFirstSteps'

const FirstSteps = lazyPart(() => import('./FirstSteps').then((file) => file.FirstSteps))

/** Shown when no ticket is open; offers the longest-waiting one. */
export function NoTicket() {
  const t = useText()
  const next = useNextWaiting()
  const { isShown, end } = useFirstSteps()
  if (isShown && !next)
    return (
      <section className="desk-chat bg-chat" aria-label={t('firstSteps.title')}>
        <Suspense>
          <FirstSteps onOver={end} />
        </Suspense>
      </section>
    )
  return (
    <section className="desk-chat bg-chat" aria-label={t('messages.title')}>
      {next ? (
        <NextTicket key={next.ticket.id} {...next} />
      ) : (
        <EmptyState icon={<MessagesSquare />} title={t('tickets.none.title')}>
          {t('tickets.none.text')}
        </EmptyState>
      )}
    </section>
  )
}

/** First row of the waiting list, whichever list is on screen. */
function useNextWaiting(): { ticket: TicketSummary; more: number } | null {
  const user = useUser()
  const days = useDays()
  const late = useLateMoves()
  const reader = { userId: user.id, dayOf: (at: string) => days.key(at) }
  const { items } = useLiveList(ticketListSpec(useAtomValue(nextChoiceAtom), reader, () => late.moved()))
  const [ticket] = items
  return ticket ? { ticket, more: items.length - 1 } : null
}

function NextTicket({ ticket, more }: { ticket: TicketSummary; more: number }) {
  const t = useText()
  const { accept } = useMoves()
  const name = useContactName(ticket)
  const start = useRef<HTMLButtonElement>(null)
  const [goingOn, goOn] = useAtom(goingOnAtom)
  const isWished = goingOn === 'pane'
  const focus = useEffectEvent(() => {
    goOn(null)
    start.current?.focus()
  })
  useEffect(() => {
    if (isWished) focus()
  }, [isWished])
  useCommand((command) => {
    if (command === 'acceptNext') accept(ticket)
  })
  return (
    <div className="chat-floor grid overflow-y-auto">
      <div className="wait-gate" data-ticket={ticket.id}>
        <p>{t('work.next.title')}</p>
        <Face name={name} src={ticket.contact.profilePicUrl} size={4} />
        <h3>{name}</h3>
        <div className="wait-facts">
          <Since ticket={ticket} />
          {ticket.queue && <QueueChip queue={ticket.queue} />}
        </div>
        <Button ref={start} tone="primary" icon={<Hand />} onClick={() => accept(ticket)}>
          {t('work.next.accept', { name })}
        </Button>
        {more > 0 && <p>{t('work.next.more', { count: more })}</p>}
      </div>
    </div>
  )
}
