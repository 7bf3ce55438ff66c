import { Hand, Lock, RotateCcw, StickyNote } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import type { NotWriting } from '../../messages/rules/writing'
import { useMoves } from '../moves/useMoves'

type Props = { ticket: TicketSummary; reason: NotWriting; onNote(): void }

/** Says why nothing can be answered here, and offers the action that changes it, and a note. */
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
