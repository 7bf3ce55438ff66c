import { Link } from '@tanstack/react-router'
import { Expand, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { isCovered } from '../../shared/covered'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { FilterChip } from '../../shared/kit/FilterChip'
import { IconButton } from '../../shared/kit/IconButton'
import { useUser } from '../../shared/session/useUser'
import { ChatPane } from '../desk/chat/ChatPane'
import { DeskDialogs } from '../desk/DeskDialogs'
import { type DeskPlace, DeskPlaceContext } from '../desk/useDesk'
import { useTicket } from '../desk/useTicket'
import { type Lane, type Lanes, laneOf, whyClosed, whyFixed } from './spec'

type Props = {
  place: DeskPlace & { readonly uuid: string }
  lanes: Lanes
  shown: readonly Lane[]
  onMove(card: TicketSummary, to: number): void
}

/** The conversation of a card, beside the board; its lane can be changed here too. */
export function Beside({ place, ...rest }: Props) {
  const t = useText()
  const { uuid } = place
  const close = () => {
    const card = document.querySelector<HTMLElement>('.card-k[aria-current] a')
    void place.show(undefined)
    card?.focus()
  }
  return (
    <DeskPlaceContext value={place}>
      <aside className="kanban-side">
        <div className="flex items-center gap-1 flex-none min-w-0 min-h-12 pl-3 pr-2 border-b border-line">
          <LaneChoice uuid={uuid} {...rest} />
          <span className="flex-1" />
          <Link
            to="/tickets/{-$ticketId}"
            params={{ ticketId: uuid }}
            className={`${buttonClass('ghost', 'sm')} btn-icon`}
            aria-label={t('kanban.onDesk')}
            title={t('kanban.onDesk')}
          >
            <Expand />
          </Link>
          <IconButton label={t('common.close')} onClick={close}>
            <X />
          </IconButton>
        </div>
        <ChatPane key={uuid} uuid={uuid} />
      </aside>
      <DeskDialogs />
      <EscapeCloses onClose={close} />
    </DeskPlaceContext>
  )
}

/** Ignores Escape where it has a meaning of its own: other fields than the composer, menus and dialogs. */
function EscapeCloses({ onClose }: { onClose(): void }) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || isCovered()) return
      const at = document.activeElement
      if (at !== document.body && !at?.matches('.lanes *, #composer, .kanban-side :is(a, button)')) return
      close()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return null
}

type ChoiceProps = Omit<Props, 'place'> & { uuid: string }

function LaneChoice({ uuid, lanes, shown, onMove }: ChoiceProps) {
  const t = useText()
  const user = useUser()
  const ticket = useTicket(uuid).data
  if (!ticket || ticket.status === 'closed') return null
  const now = laneOf(ticket, lanes)
  if (whyFixed(ticket, user, lanes.kind)) return null
  const open = shown.filter(({ id }) => id === now || whyClosed(id, lanes.kind, user) === null)
  return (
    <FilterChip
      label={t(lanes.kind === 'tags' ? 'kanban.lane' : 'kanban.queue')}
      value={String(now)}
      onChange={(to) => onMove(ticket, Number(to))}
      options={open.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}
