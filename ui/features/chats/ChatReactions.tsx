import { useQueryClient } from '@tanstack/react-query'
import type { ChatMessage } from '../../../src/features/chats/contract'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { changeLists } from '../../shared/live/live-query'
import { useUser } from '../../shared/session/useUser'
import { reactTo } from './api'
import { reactionsOf } from './spec'

/** Adds one's reaction to a message, replaces it, or removes it if it is the same. */
export function useReact(message: ChatMessage) {
  const client = useQueryClient()
  const { id: me } = useUser()
  const own = message.reactions.find(({ userId }) => userId === me)?.emoji ?? null
  const toggle = (emoji: string) =>
    void reactTo(message, emoji === own ? '' : emoji).then(
      (put) => changeLists<ChatMessage>(client, ['chat-messages', message.chatId], { put }),
      toast.failure,
    )
  return { own, toggle }
}

/** The reactions to a message, with the names of their authors. */
export function ChatReactions({ message }: { message: ChatMessage }) {
  const t = useText()
  const { own, toggle } = useReact(message)
  if (message.reactions.length === 0) return null
  return (
    <span className="reactions">
      {reactionsOf(message).map(({ emoji, names }) => {
        const label = t('messages.reactedWith', { emoji, names: names.join(', ') })
        return (
          <button
            key={emoji}
            type="button"
            className="reaction"
            title={label}
            aria-label={label}
            aria-pressed={emoji === own}
            onClick={() => toggle(emoji)}
          >
            {emoji}
            {names.length > 1 && <span className="text-xs text-faint">{names.length}</span>}
          </button>
        )
      })}
    </span>
  )
}
