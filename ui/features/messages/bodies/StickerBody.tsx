import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { BubbleMeta } from '../bubble/BubbleMeta'
import { BrokenMedia, MediaGate, useBroken } from './MediaGate'

export function StickerBody({ message }: { message: Message }) {
  return (
    <>
      {/* The replacement text needs more room than a sticker. */}
      <div className="min-h-30 w-fit max-w-45">
        {message.mediaUrl && message.media?.state === 'ready' ? (
          <Sticker url={message.mediaUrl} name={message.media.name} />
        ) : (
          <MediaGate message={message} />
        )}
      </div>
      <BubbleMeta message={message} />
    </>
  )
}

function Sticker({ url, name }: { url: string; name: string | null }) {
  const t = useText()
  const { isBroken, onError, retry } = useBroken(url)
  if (isBroken) return <BrokenMedia url={url} name={name} onRetry={retry} />
  return (
    <img
      src={url}
      alt={t('tickets.kind.sticker')}
      width={120}
      height={120}
      loading="lazy"
      className="size-30 object-contain"
      onError={onError}
    />
  )
}
