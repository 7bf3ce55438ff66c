import type { Message } from '../../../../../src/tickets/messages/contract'
import { useText } from '../../../../shared/i18n/useText'
import { BubbleMeta } from '../BubbleMeta'
import { MediaGate } from './MediaGate'

export function StickerBody({ message }: { message: Message }) {
  const t = useText()
  return (
    <>
      <div className="size-30">
        {message.mediaUrl && message.media?.state === 'ready' ? (
          <img
            src={message.mediaUrl}
            alt={t('tickets.kind.sticker')}
            width={120}
            height={120}
            loading="lazy"
            className="size-full object-contain"
          />
        ) : (
          <MediaGate message={message} />
        )}
      </div>
      <BubbleMeta message={message} />
    </>
  )
}
