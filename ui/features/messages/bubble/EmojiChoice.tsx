import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ChannelKind } from '../../../../src/channels/contract'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { IconButton } from '../../../shared/kit/IconButton'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { lazyPart } from '../../../shared/lazyPart'
import { emojisOver } from '../rules/messageActions'

const EmojiPanel = lazyPart(() => import('../composer/EmojiPanel').then((file) => file.EmojiPanel))

type Props = { channel: ChannelKind; own: string | null; className?: string; onChoose(emoji: string): void }

/** A few emojis to react with, and a button for the full picker; clicking the current one removes it. */
export function EmojiChoice({ channel, own, className, onChoose }: Props) {
  const t = useText()
  const { quick, others } = emojisOver(channel)
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
      {quick.map((emoji) => (
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
      {others && (
        <IconButton label={t('messages.moreEmojis')} onClick={() => setWide(true)}>
          <Plus />
        </IconButton>
      )}
    </div>
  )
}
