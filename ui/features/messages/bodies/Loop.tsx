import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { useMedia } from '../../../shared/useMedia'

type Props = { message: Message; url: string; playback: 'gif' | 'note'; onError(): void }

/**
 * A GIF or video note: autoplays muted unless reduced motion is preferred. A click pauses a GIF, and plays a note with
 * sound.
 */
export function Loop({ message, url, playback, onError }: Props) {
  const t = useText()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const film = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isHeard, setHeard] = useState(false)
  const press = () => {
    const { current } = film
    if (!current) return
    if (playback === 'note' && !isHeard) {
      setHeard(true)
      current.muted = false
      current.currentTime = 0
      void current.play().catch(() => setPlaying(false))
    } else if (current.paused) void current.play().catch(() => setPlaying(false))
    else current.pause()
  }
  const name =
    spoken(message.body, message.extra?.mentions) || t(playback === 'note' ? 'messages.videoNote' : 'messages.gif')
  const isSilent = playback === 'note' && !isHeard
  return (
    <button
      type="button"
      className="frame-button loop"
      aria-label={t(isPlaying && !isSilent ? 'messages.stopFilm' : 'messages.playFilm', { name })}
      onClick={press}
    >
      <video
        ref={film}
        src={url}
        autoPlay={!isStill}
        loop={!isHeard}
        muted
        playsInline
        preload={isStill && message.media?.thumbnail ? 'none' : 'auto'}
        poster={message.media?.thumbnail ?? undefined}
        className="size-full object-cover"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setHeard(false)}
        onError={onError}
      />
      {!isPlaying && (
        <span className="loop-sign">
          <Play />
        </span>
      )}
      {playback === 'gif' && <span className="loop-word">GIF</span>}
    </button>
  )
}
