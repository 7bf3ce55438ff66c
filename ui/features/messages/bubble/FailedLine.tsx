import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { changeLists } from '../../../shared/live/live-query'
import { useUser } from '../../../shared/session/useUser'
import { retryMessage } from '../api'
import { mayActOn } from '../rules/acts'
import type { Outgoing } from '../rules/outgoing'
import { whyNotWrite } from '../rules/writing'
import { useSend } from '../sending/useSend'
import { showRefusal } from '../showRefusal'

type Props = { ticket: TicketSummary; message: Message; pending: Outgoing | null }

/** Why a message was not sent, and what can be done about it. */
export function FailedLine({ ticket, message, pending }: Props) {
  const t = useText()
  const client = useQueryClient()
  const user = useUser()
  const mayRetry = pending ? pending.isNote || whyNotWrite(ticket, user) === null : mayActOn(user, ticket, message)
  const { retry, discard } = useSend(ticket.id)
  const again = useMutation({
    mutationFn: () => retryMessage(message.id),
    onSuccess: (put) => changeLists<Message>(client, ['messages', ticket.id], { put }),
    onError: showRefusal,
  })
  const reason =
    pending?.reason ?? t.find(`messages.failure.${message.failure ?? 'unknown'}`) ?? t('messages.failure.unknown')
  return (
    <p className="failed-line">
      <CircleAlert className="size-3.5!" />
      {message.failure === 'cancelled' ? t('messages.cancelled') : t('messages.notSent', { reason })}
      {mayRetry && (
        <button type="button" disabled={again.isPending} onClick={() => (pending ? retry(pending) : again.mutate())}>
          {t('common.retry')}
        </button>
      )}
      {pending && (
        <button type="button" onClick={() => discard(pending)}>
          {t('messages.discard')}
        </button>
      )}
    </p>
  )
}
