/** An event about the contact of a conversation. */
import { useAtom, useSetAtom } from 'jotai/react'
import { CalendarPlus } from 'lucide-react'
import { Suspense } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { DeskParts } from '../../shared/deskParts'
import { useText } from '../../shared/i18n/useText'
import { MenuItem } from '../../shared/kit/Menu'
import { lazyPart } from '../../shared/lazyPart'
import { ofSession } from '../../shared/session/ofPerson'
import { useUser } from '../../shared/session/useUser'
import { nextHour } from './times'

const EventForm = lazyPart(() => import('./EventForm').then((file) => file.EventForm))

const aboutAtom = ofSession<TicketSummary | null>(null)

function EventItem({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const open = useSetAtom(aboutAtom)
  return (
    <MenuItem icon={<CalendarPlus />} onSelect={() => open(ticket)}>
      {t('events.new')}
    </MenuItem>
  )
}

/** The dialog over the desk. */
function EventHost({ ticket }: { ticket: TicketSummary }) {
  const { timeZone } = useUser().company
  const [about, open] = useAtom(aboutAtom)
  if (about?.id !== ticket.id) return null
  return (
    <Suspense>
      <EventForm contactId={ticket.contactId} times={nextHour(Date.now(), timeZone)} onClose={() => open(null)} />
    </Suspense>
  )
}

export const deskParts: DeskParts = { MenuItems: EventItem, Head: EventHost }
