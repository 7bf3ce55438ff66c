import { useRef } from 'react'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { useContactName } from '../../contacts/names'
import { useMessageActions } from '../bubble/useMessageActions'
import { writingTarget } from '../composer/box'

type Props = { ticket: Pick<TicketSummary, 'id' | 'contact'>; message: Message; onClose(): void }

/** Confirms a deletion, and says what happens: the message disappears on the phones, and stays here as deleted. */
export function DeleteDialog({ ticket, message, onClose }: Props) {
  const t = useText()
  const contactName = useContactName(ticket)
  const { remove } = useMessageActions(ticket.id)
  /** The button that opened the dialog disappears with the message. */
  const isGone = useRef(false)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('messages.deleteTitle')}
      confirm={t('messages.deleteForEveryone')}
      finalFocus={() => (isGone.current ? writingTarget() : true)}
      onConfirm={() => {
        isGone.current = true
        remove(message)
        onClose()
      }}
    >
      {message.body && (
        <p dir="auto" className="mb-2 line-clamp-3 text-base-content">
          {spoken(message.body, message.extra?.mentions)}
        </p>
      )}
      <p>{t('messages.deleteText', { name: contactName })}</p>
    </ConfirmDialog>
  )
}
