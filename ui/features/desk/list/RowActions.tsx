import { useSetAtom } from 'jotai/react'
import { ArrowRightLeft, Check, Eye, RotateCcw, Undo2 } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { IconButton } from '../../../shared/kit/IconButton'
import { useMay, useUser } from '../../../shared/session/useUser'
import { attends } from '../../messages/rules/messageActions'
import { dialogAtom } from '../dialog'
import { useMoves } from '../moves/useMoves'
import { usePreview } from '../useDesk'

/** Actions on a ticket in its row. */
export function RowActions({ ticket, name, isStop }: { ticket: TicketSummary; name: string; isStop: boolean }) {
  const t = useText()
  const moves = useMoves()
  const ask = useSetAtom(dialogAtom)
  const preview = usePreview()
  const mayPreview = useMay()('tickets-manager:preview')
  const user = useUser()
  const tabIndex = isStop ? 0 : -1
  if (!attends(user, ticket)) return null
  return (
    <span className="ticket-actions">
      {ticket.status === 'pending' && (
        <Button
          size="xs"
          tone="ghost"
          className="text-primary-ink"
          tabIndex={tabIndex}
          aria-label={t('tickets.acceptName', { name })}
          onClick={() => moves.accept(ticket)}
        >
          {t('tickets.accept')}
        </Button>
      )}
      {ticket.status === 'pending' && !ticket.isGroup && mayPreview && (
        <IconButton
          size="xs"
          tabIndex={tabIndex}
          label={t('tickets.previewName', { name })}
          onClick={() => preview(ticket)}
        >
          <Eye className="size-4!" />
        </IconButton>
      )}
      {ticket.status === 'open' && (
        <IconButton
          size="xs"
          tabIndex={tabIndex}
          label={t('tickets.returnName', { name })}
          onClick={() => moves.giveBack(ticket)}
        >
          <Undo2 className="size-4!" />
        </IconButton>
      )}
      {ticket.status !== 'closed' && (
        <>
          <IconButton
            size="xs"
            tabIndex={tabIndex}
            label={t('tickets.transferName', { name })}
            onClick={() => ask({ what: 'transfer', ticket })}
          >
            <ArrowRightLeft className="size-4!" />
          </IconButton>
          <IconButton
            size="xs"
            tabIndex={tabIndex}
            label={t('tickets.closeName', { name })}
            onClick={() => moves.close(ticket)}
          >
            <Check className="size-4!" />
          </IconButton>
        </>
      )}
      {ticket.status === 'closed' && (
        <IconButton
          size="xs"
          tabIndex={tabIndex}
          label={t('tickets.reopenName', { name })}
          onClick={() => moves.reopen(ticket)}
        >
          <RotateCcw className="size-4!" />
        </IconButton>
      )}
    </span>
  )
}
