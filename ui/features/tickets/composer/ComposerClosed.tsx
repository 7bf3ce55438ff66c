import { Hand, Lock, RotateCcw } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import type { NotWriting } from '../rules/writing'
import { useMoves } from '../useMoves'

/** Says why nothing can be written here, and offers the action that changes it. */
export function ComposerClosed({ ticket, reason }: { ticket: TicketSummary; reason: NotWriting }) {
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
