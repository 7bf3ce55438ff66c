import type { Message } from '../../../../../src/tickets/messages/contract'
import { useText } from '../../../../shared/i18n/useText'
import { BubbleMeta } from '../BubbleMeta'
import { BrokenMedia } from './BrokenMedia'
import { MediaGate } from './MediaGate'
import { useBroken } from './useBroken'

export function StickerBody({ message }: { message: Message }) {
  return (
    <>
      <div className="size-30">
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
      className="size-full object-contain"
      onError={onError}
    />
  )
}
