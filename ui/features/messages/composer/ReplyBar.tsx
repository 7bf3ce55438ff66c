import { X } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { QuoteWords } from '../bubble/Quote'
import { quoteOf } from '../rules/outgoing'

/** The message being answered. */
export function ReplyBar({ message, ticket, onCancel }: { message: Message; ticket: TicketSummary; onCancel(): void }) {
  const t = useText()
  return (
    <div className="reply-bar">
      <span className="bubble-quote m-0! min-w-0 flex-1 cursor-default!">
        <QuoteWords quoted={quoteOf(message)} ticket={ticket} />
      </span>
      <IconButton size="xs" label={t('messages.cancelReply')} onClick={onCancel}>
        <X className="size-4!" />
      </IconButton>
    </div>
  )
}
