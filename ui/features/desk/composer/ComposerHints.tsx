import { useQuery } from '@tanstack/react-query'
import { Hand, Lock, RotateCcw, StickyNote, UserRound, WifiOff } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { useUser } from '../../../shared/session/useUser'
import { connectionsQuery } from '../../directory/api'
import { holdOf } from '../../directory/holds'
import type { NotWriting } from '../../messages/rules/messageActions'
import { useMoves } from '../moves/useMoves'

/** The connection is closed: says when what is written now will be sent. */
export function ConnectionOff({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const format = useFormat()
  const connection = useQuery(connectionsQuery).data?.find(({ id }) => id === ticket.whatsappId)
  const hold = connection ? holdOf(connection) : null
  if (!connection || !hold) return null
  const { name, until } = connection
  return (
    <p className="composer-hint" role="status">
      <WifiOff className="size-3.5!" />
      {t(`messages.connectionOff.${hold}`, { name, when: until === null ? '' : format.dateTime(until) })}
    </p>
  )
}

/** Another user attends this ticket: warns users who may write all the same. */
export function ColleagueHere({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const user = useUser()
  if (ticket.isGroup || ticket.user === null || ticket.user.id === user.id) return null
  return (
    <p className="composer-hint" role="status">
      <UserRound className="size-3.5!" />
      {t('messages.colleagueHere', { name: ticket.user.name })}
    </p>
  )
}

/** Says that the contact will not get what is written now; the button leaves the mode. */
export function NoteStrip({ onLeave }: { onLeave(): void }) {
  const t = useText()
  return (
    <div className="note-strip">
      <StickyNote className="size-3.5!" />
      <b role="status">{t('messages.noteMode')}</b>
      <span className="flex-1" />
      <Button size="xs" tone="ghost" title={`${t('messages.leaveNote')} (Esc)`} onClick={onLeave}>
        {t('messages.leaveNote')}
        <kbd className="kbd kbd-xs not-phone">Esc</kbd>
      </Button>
    </div>
  )
}

type Props = { ticket: TicketSummary; reason: NotWriting; onNote(): void }

/** Says why answering is impossible here, and offers the action that changes it, and a note. */
export function ComposerClosed({ ticket, reason, onNote }: Props) {
  const t = useText()
  const moves = useMoves()
  const words =
    reason === 'colleague'
      ? t('messages.off.colleague', { name: ticket.user?.name ?? '' })
      : t(`messages.off.${reason}`)
  return (
    <div className="composer-closed">
      <Lock className="size-4!" />
      <span className="flex-1">{words}</span>
      <Button
        size="sm"
        tone="ghost"
        className="shrink-0 px-2"
        aria-label={t('messages.note')}
        title={t('messages.note')}
        icon={<StickyNote />}
        onClick={onNote}
      >
        <span className="wide-only">{t('messages.note')}</span>
      </Button>
      {reason === 'closed' && (
        <Button size="sm" icon={<RotateCcw />} onClick={() => moves.reopen(ticket)}>
          {t('tickets.reopen')}
        </Button>
      )}
      {reason === 'pending' && (
        <Button size="sm" icon={<Hand />} onClick={() => moves.accept(ticket)}>
          {t('tickets.accept')}
        </Button>
      )}
    </div>
  )
}
