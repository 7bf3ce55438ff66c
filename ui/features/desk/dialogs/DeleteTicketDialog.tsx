import { useMutation } from '@tanstack/react-query'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { toast } from '../../../shared/kit/toast'
import { useContactName } from '../../contacts/names'
import { deleteTicket } from '../api'
import { useDesk } from '../useDesk'

/** Confirms the deletion of a ticket: which one, what is lost here, and what stays on the phone. */
export function DeleteTicketDialog({ ticket, onClose }: { ticket: TicketSummary; onClose(): void }) {
  const t = useText()
  const name = useContactName(ticket)
  const desk = useDesk()
  const remove = useMutation({
    mutationFn: () => deleteTicket(ticket.id),
    onSuccess: () => {
      toast.success(t('tickets.delete.done', { id: ticket.id }))
      onClose()
      desk.leave(ticket)
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('tickets.delete.title', { id: ticket.id, name })}
      confirm={t('common.act.delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <p>{t('tickets.delete.text')}</p>
      {remove.error && <ErrorNote className="mt-3">{errorText(t, remove.error)}</ErrorNote>}
    </ConfirmDialog>
  )
}
