/** Offers to undo a transfer, which the server may not have made yet. */
import { useQueryClient } from '@tanstack/react-query'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { changeLists } from '../../../shared/live/live-query'
import { contactName } from '../../contacts/names'
import { refusalText } from '../../messages/refusal'
import { undoTransfer } from '../api'
import { type TransferTarget, targetName } from '../rules/moves'
import { useDesk } from '../useDesk'

export function useUndoTransfer() {
  const t = useText()
  const client = useQueryClient()
  const desk = useDesk()
  return (moved: Promise<unknown>, ticket: TicketSummary, to: TransferTarget) => {
    const name = contactName(ticket)
    const undo = async () => {
      try {
        const put = await undoTransfer(ticket.id)
        changeLists<TicketSummary>(client, ['tickets'], { put })
        void client.invalidateQueries({ queryKey: ['counters'] })
        toast.success(t('work.undone', { name }))
        desk.open(put)
      } catch (failure) {
        toast.error(t('tickets.moveRefused', { name, reason: refusalText(t, failure) }))
      }
    }
    toast.undoOf(moved, t('work.transferred', { name, target: targetName(to) }), () => void undo())
  }
}
