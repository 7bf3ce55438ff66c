import { useSetAtom } from 'jotai/react'
import { Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { lazyPart } from '../../../shared/lazyPart'
import { BubbleMeta } from '../bubble/BubbleMeta'
import { frameRatio } from '../rules/sizes'
import { messageDialogAtom } from '../state'
import { Loop } from './Loop'
import { BrokenMedia, MediaGate, useBroken } from './MediaGate'
import { TextBody } from './TextBody'

const FilmPlayer = lazyPart(() => import('./FilmPlayer').then((file) => file.FilmPlayer))

/**
 * A picture or video. Its space is reserved before it loads, showing the messenger's thumbnail; an album tile has the
 * album's size.
 */
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
        {isReady ? <Ready message={message} url={mediaUrl} isTile={isTile} /> : <MediaGate message={message} />}
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

function Ready({ message, url, isTile }: { message: Message; url: string; isTile: boolean | undefined }) {
  const { playback } = message.extra ?? {}
  const { isBroken, onError, retry } = useBroken(url)
  if (isBroken) return <BrokenMedia url={url} name={message.media?.name ?? null} onRetry={retry} />
  const shown = { message, url, onError }
  if (message.mediaType === 'image') return <Picture {...shown} />
  if (isTile) return <FilmTile {...shown} />
  return playback ? <Loop {...shown} playback={playback} /> : <Film {...shown} />
}

type PictureProps = { message: Message; url: string; onError(): void }

function Picture({ message, url, onError }: PictureProps) {
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

/** Too small for controls: it plays in full size. */
function FilmTile({ message, url, onError }: PictureProps) {
  const t = useText()
  const format = useFormat()
  const show = useSetAtom(messageDialogAtom)
  const { thumbnail = null, seconds = null } = message.media ?? {}
  return (
    <button
      type="button"
      className="frame-button"
      aria-label={t('messages.playFilm', { name: t('tickets.kind.video') })}
      onClick={() => show({ what: 'picture', message })}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: videos of customers have no captions */}
      <video
        src={url}
        className="frame-picture frame-loaded"
        playsInline
        preload={thumbnail ? 'none' : 'metadata'}
        poster={thumbnail ?? undefined}
        onError={onError}
      />
      <span className="loop-sign">
        <Play />
      </span>
      {seconds !== null && <span className="film-length nums">{format.duration(seconds)}</span>}
    </button>
  )
}

function Film({ message, url, onError }: PictureProps) {
  const t = useText()
  return (
    <Suspense>
      <FilmPlayer
        src={url}
        name={spoken(message.body, message.extra?.mentions) || t('tickets.kind.video')}
        poster={message.media?.thumbnail ?? null}
        seconds={message.media?.seconds ?? null}
        onError={onError}
      />
    </Suspense>
  )
}
