import { useSetAtom } from 'jotai/react'
import { CircleDashed } from 'lucide-react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { messageDialogAtom } from '../state'

/** The story of ours that a contact answered or mentioned, with its picture if it is not the message itself. */
export function StoryCard({ message }: { message: Message }) {
  const t = useText()
  const { media, mediaUrl, mediaType, extra } = message
  const isBeside = mediaType === 'chat' && media !== null
  const isReady = isBeside && media.state === 'ready' && mediaUrl !== null
  const isGone = isBeside && media.state === 'failed'
  const words = t(`channels.story.${isGone ? 'gone' : (extra?.story?.kind ?? 'reply')}`)
  return (
    <div className="referral-card">
      {isReady ? (
        <Preview message={message} url={mediaUrl} />
      ) : (
        <CircleDashed className="size-4.5! flex-none text-muted" />
      )}
      <small className="text-xs text-muted">{words}</small>
    </div>
  )
}

function Preview({ message, url }: { message: Message; url: string }) {
  const t = useText()
  const show = useSetAtom(messageDialogAtom)
  const isFilm = message.media?.mimetype.startsWith('video/')
  const whole = { ...message, body: '', mediaType: isFilm ? 'video' : 'image' } as const
  return (
    <button
      type="button"
      className="flex-none cursor-pointer"
      aria-label={t('messages.enlarge', { name: t('channels.story.file') })}
      onClick={() => show({ what: 'picture', message: whole })}
    >
      {isFilm ? (
        <video src={url} className="size-14 rounded-md object-cover" preload="metadata" muted playsInline />
      ) : (
        <img src={url} alt="" className="size-14 rounded-md object-cover" loading="lazy" decoding="async" />
      )}
    </button>
  )
}
