import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { IconButton } from '../../../shared/kit/IconButton'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { lazyPart } from '../../../shared/lazyPart'
import { useUser } from '../../../shared/session/useUser'
import { groupReactions, mayReact, QUICK_EMOJIS } from '../rules/messageActions'
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

const EmojiPanel = lazyPart(() => import('../composer/EmojiPanel').then((file) => file.EmojiPanel))

type ChoiceProps = { own: string | null; className?: string; onChoose(emoji: string): void }

/** A few emojis to react with, and a button for the full picker; clicking the current one removes it. */
export function EmojiChoice({ own, className, onChoose }: ChoiceProps) {
  const t = useText()
  const [isWide, setWide] = useState(false)
  if (isWide) {
    return (
      <div className="emoji-panel">
        <Suspense fallback={<Skeleton className="m-3 h-8" />}>
          <EmojiPanel onChoose={onChoose} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className={classes('flex items-center', className)}>
      {QUICK_EMOJIS.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className="emoji-one"
          aria-label={emoji === own ? t('messages.unreact', { emoji }) : t('messages.reactWith', { emoji })}
          aria-pressed={emoji === own}
          onClick={() => onChoose(emoji)}
        >
          {emoji}
        </button>
      ))}
      <IconButton label={t('messages.moreEmojis')} onClick={() => setWide(true)}>
        <Plus />
      </IconButton>
    </div>
  )
}
