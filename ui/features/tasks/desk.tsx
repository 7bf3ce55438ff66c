/** A task about the contact of a conversation. */
import { useAtom, useSetAtom } from 'jotai/react'
import { ListChecks } from 'lucide-react'
import { Suspense } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { DeskParts } from '../../shared/deskParts'
import { useText } from '../../shared/i18n/useText'
import { MenuItem } from '../../shared/kit/Menu'
import { lazyPart } from '../../shared/lazyPart'
import { ofSession } from '../../shared/session/ofPerson'

const TaskForm = lazyPart(() => import('./TaskForm').then((file) => file.TaskForm))

const aboutAtom = ofSession<TicketSummary | null>(null)

function TaskItem({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const open = useSetAtom(aboutAtom)
  return (
    <MenuItem icon={<ListChecks />} onSelect={() => open(ticket)}>
      {t('tasks.new')}
    </MenuItem>
  )
}

/** The dialog over the desk. */
function TaskHost({ ticket }: { ticket: TicketSummary }) {
  const [about, open] = useAtom(aboutAtom)
  if (about?.id !== ticket.id) return null
  return (
    <Suspense>
      <TaskForm contactId={ticket.contactId} onClose={() => open(null)} />
    </Suspense>
  )
}

export const deskParts: DeskParts = { MenuItems: TaskItem, Head: TaskHost }
