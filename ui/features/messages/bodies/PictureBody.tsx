import { useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { BubbleMeta } from '../bubble/BubbleMeta'
import { frameRatio } from '../rules/sizes'
import { messageDialogAtom } from '../state'
import { FilmPlayer } from './FilmPlayer'
import { Loop } from './Loop'
import { BrokenMedia, MediaGate, useBroken } from './MediaGate'
import { TextBody } from './TextBody'

/** A picture or video. Its space is reserved before it loads, showing the messenger's thumbnail; a tile has its album's. */
export function PictureBody({ message, isTile }: { message: Message; isTile?: boolean }) {
  const { media, mediaUrl } = message
  const isReady = mediaUrl !== null && media?.state === 'ready'
  const { playback } = message.extra ?? {}
  const isRound = playback === 'note'
  return (
    <>
      <div
        className={classes('frame', isRound && 'frame-round')}
        style={isTile ? {} : { aspectRatio: isRound ? 1 : frameRatio(media?.width ?? null, media?.height ?? null) }}
      >
        {media?.thumbnail && <img src={media.thumbnail} alt="" className="frame-ghost" />}
        {isReady ? <Ready message={message} url={mediaUrl} /> : <MediaGate message={message} />}
        {message.body === '' && !isRound && (
          <span className="frame-meta">
            <BubbleMeta message={message} />
          </span>
        )}
      </div>
      {(message.body !== '' || isRound) && <TextBody message={message} />}
    </>
  )
}

function Ready({ message, url }: { message: Message; url: string }) {
  const { playback } = message.extra ?? {}
  const { isBroken, onError, retry } = useBroken(url)
  if (isBroken) return <BrokenMedia url={url} name={message.media?.name ?? null} onRetry={retry} />
  const shown = { message, url, onError }
  if (message.mediaType === 'image') return <Picture {...shown} />
  return playback ? <Loop {...shown} playback={playback} /> : <Film {...shown} />
}

type Shown = { message: Message; url: string; onError(): void }

function Picture({ message, url, onError }: Shown) {
  const t = useText()
  const show = useSetAtom(messageDialogAtom)
  const [loaded, setLoaded] = useState(false)
  const alt = spoken(message.body, message.extra?.mentions) || t('tickets.kind.image')
  return (
    <button
      type="button"
      className="frame-button"
      aria-label={t('messages.enlarge', { name: alt })}
      onClick={() => show({ what: 'picture', message })}
    >
      <img
        src={url}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={classes('frame-picture', loaded && 'frame-loaded')}
        onLoad={() => setLoaded(true)}
        onError={onError}
      />
    </button>
  )
}

function Film({ message, url, onError }: Shown) {
  const t = useText()
  return (
    <FilmPlayer
      src={url}
      name={spoken(message.body, message.extra?.mentions) || t('tickets.kind.video')}
      poster={message.media?.thumbnail ?? null}
      seconds={message.media?.seconds ?? null}
      onError={onError}
    />
  )
}
