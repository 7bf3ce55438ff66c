import { Plus, SmilePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Popover } from '../../../shared/kit/Popover'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { ownReaction, QUICK_EMOJIS } from '../rules/acts'
import { useActs } from '../useActs'

const EmojiPanel = lazy(() => import('../composer/EmojiPanel').then((file) => ({ default: file.EmojiPanel })))

/** A few emojis at once, all of them one click further; the one already given is taken back. */
export function ReactButton({ ticketId, message }: { ticketId: number; message: Message }) {
  const t = useText()
  const { react } = useActs(ticketId)
  const [open, setOpen] = useState(false)
  const [isWide, setWide] = useState(false)
  const own = ownReaction(message)
  const choose = (emoji: string) => {
    react(message, emoji === own ? null : emoji)
    setOpen(false)
  }
  const move = (now: boolean) => {
    setOpen(now)
    if (now) setWide(false)
  }
  return (
    <Popover
      label={t('messages.react')}
      side="top"
      align="center"
      className={isWide ? 'p-0' : 'p-1'}
      open={open}
      onOpenChange={move}
      trigger={
        <IconButton size="xs" label={t('messages.react')}>
          <SmilePlus className="size-4!" />
        </IconButton>
      }
    >
      {isWide ? (
        <div className="emoji-panel">
          <Suspense fallback={<Skeleton className="m-3 h-8" />}>
            <EmojiPanel onChoose={choose} />
          </Suspense>
        </div>
      ) : (
        <div className="flex items-center">
          {QUICK_EMOJIS.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className="emoji-one"
              aria-label={emoji === own ? t('messages.unreact', { emoji }) : t('messages.reactWith', { emoji })}
              aria-pressed={emoji === own}
              onClick={() => choose(emoji)}
            >
              {emoji}
            </button>
          ))}
          <IconButton label={t('messages.moreEmojis')} onClick={() => setWide(true)}>
            <Plus />
          </IconButton>
        </div>
      )}
    </Popover>
  )
}
