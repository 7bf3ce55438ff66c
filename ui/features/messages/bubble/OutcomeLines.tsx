import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { CircleAlert } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'
import { changeLists } from '../../../shared/live/live-query'
import { useUser } from '../../../shared/session/useUser'
import { retryMessage } from '../api'
import { backToWriting } from '../composer/box'
import { writeOnAtom } from '../composer/drafts'
import { showRefusal } from '../refusal'
import { canDelete, mayActOn, whyNotWrite } from '../rules/messageActions'
import type { Outgoing } from '../rules/outgoing'
import { useSend } from '../sending/SendingProvider'
import { useMessageActions } from './useMessageActions'

type Props = { ticket: TicketSummary; message: Message; pending: Outgoing | null }

/** Below a message that was not sent, is being sent, or had an action refused. */
export function OutcomeLines({ hasFailed, ...props }: Props & { hasFailed: boolean }) {
  const { message, pending } = props
  if (hasFailed) return <FailedLine {...props} />
  return (
    <>
      {message.refused && <RefusedLine refused={message.refused} />}
      {pending && <UnsentLine pending={pending} />}
    </>
  )
}

/** Why a message was not sent, and what can be done about it. */
function FailedLine({ ticket, message, pending }: Props) {
  const t = useText()
  const client = useQueryClient()
  const user = useUser()
  const mayRetry = pending ? pending.isNote || whyNotWrite(ticket, user) === null : mayActOn(user, ticket, message)
  const { retry, discard } = useSend(ticket.id)
  const { remove } = useMessageActions(ticket.id)
  const again = useMutation({
    mutationFn: () => retryMessage(message.id),
    onSuccess: (put) => changeLists<Message>(client, ['messages', ticket.id], { put }),
    onError: showRefusal,
  })
  const failure = message.failure ?? 'unknown'
  const reason =
    pending?.reason ??
    t.find(`messages.failure.${failure}`) ??
    t.find(`channels.${failure}`, { channel: t(`common.channel.${ticket.channel}`) }) ??
    t('messages.failure.unknown')
  return (
    <p className="failed-line">
      <CircleAlert className="size-3.5!" />
      {message.failure === 'cancelled' ? t('messages.cancelled') : t('messages.notSent', { reason })}
      {mayRetry && (
        <button type="button" disabled={again.isPending} onClick={() => (pending ? retry(pending) : again.mutate())}>
          {t('common.retry')}
        </button>
      )}
      {(pending || (mayRetry && canDelete(message))) && (
        <button type="button" onClick={() => (pending ? discard(pending) : remove(message))}>
          {t('common.unsaved.discard')}
        </button>
      )}
    </p>
  )
}

/** A send that takes this long delays the messages after it. */
const LONG = 3_000

/** Takes back a message that has not reached the server; its text returns to the composer. */
function UnsentLine({ pending }: { pending: Outgoing }) {
  const t = useText()
  const { discard } = useSend(pending.ticketId)
  const writeOn = useSetAtom(writeOnAtom)
  const isLong = useNow(1_000) - Date.parse(pending.createdAt) >= LONG
  if (pending.state === 'sending' && !isLong) return null
  const cancel = () => {
    discard(pending)
    if (pending.body !== '') writeOn(pending)
    backToWriting()
  }
  return (
    <p className="failed-line text-muted!">
      <button type="button" onClick={cancel}>
        {t('messages.cancelSending')}
      </button>
    </p>
  )
}

/** An edit, deletion or reaction that the messenger refused and that was reverted, with the reason. */
function RefusedLine({ refused }: { refused: NonNullable<Message['refused']> }) {
  const t = useText()
  const reason = t.find(`messages.failure.${refused.reason}`) ?? t('messages.failure.unknown')
  return (
    <p className="failed-line">
      <CircleAlert className="size-3.5!" />
      {t(`messages.takenBack.${refused.act}`, { reason })}
    </p>
  )
}
