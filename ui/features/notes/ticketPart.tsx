/** Marks tickets whose contact has notes. */
import { StickyNote } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import type { TicketPart } from '../../shared/ticketParts'

export const notesOnTickets: TicketPart = {
  name: 'notes',
  Chips: ({ ticket }) => (ticket.hasNotes ? <NoteIcon /> : null),
  Mark: ({ ticket, onOpen }) => (ticket.hasNotes ? <NoteButton onOpen={onOpen} /> : null),
}

function NoteIcon() {
  const t = useText()
  return <StickyNote className="size-3.5! shrink-0 text-faint" aria-label={t('notes.mark')} />
}

function NoteButton({ onOpen }: { onOpen(): void }) {
  const t = useText()
  return (
    <button
      type="button"
      className="not-phone shrink-0 text-faint hover:text-base-content"
      aria-label={t('notes.mark')}
      title={t('notes.mark')}
      onClick={onOpen}
    >
      <StickyNote className="size-4!" />
    </button>
  )
}
