import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { useUser } from '../../../shared/session/useUser'
import { groupReactions, mayReact } from '../rules/messageActions'
import { useMessageActions } from './useMessageActions'

type Props = { ticket: TicketSummary; message: Message }

/** The reactions to a message. A click removes ours, or adds the same one. */
export function Reactions({ ticket, message }: Props) {
  const t = useText()
  const user = useUser()
  const { toggleReaction } = useMessageActions(ticket.id)
  if (message.isDeleted || message.reactions.length === 0) return null
  return (
    <span className="reactions">
      {groupReactions(message.reactions).map(({ emoji, count, isOurs, authors, more }) => {
        const named = authors.map((name) => name ?? t('messages.companyPhone'))
        const names = [...named, ...(more > 0 ? [`+${more}`] : [])].join(', ')
        const label = t('messages.reactedWith', { emoji, names })
        return (
          <button
            key={emoji}
            type="button"
            className="reaction"
            title={label}
            aria-label={label}
            aria-pressed={isOurs}
            disabled={!mayReact(user, ticket, message)}
            onClick={() => toggleReaction(message, emoji)}
          >
            {emoji}
            {count > 1 && <span className="text-xs text-faint">{count}</span>}
          </button>
        )
      })}
    </span>
  )
}
