import { Maximize, Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'

type Props = {
  src: string
  name: string
  poster: string | null
  /** Duration from the sender, until the file is loaded. */
  seconds: number | null
  onError?(): void
}

/** A video with our own controls: a click plays and pauses, the line below shows and moves the position. */
export function FilmPlayer({ src, name, poster, seconds, onError }: Props) {
  const t = useText()
  const format = useFormat()
  const film = useRef<HTMLVideoElement>(null)
  const [isBegun, setBegun] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const [isMuted, setMuted] = useState(false)
  const [time, setTime] = useState(0)
  const [duration, setDuration] = useState(seconds ?? 0)
  const press = () => {
    const { current } = film
    if (!current) return
    setBegun(true)
    if (current.paused) void current.play().catch(() => setPlaying(false))
    else current.pause()
  }
  const seek = (to: number) => {
    if (film.current) film.current.currentTime = to
    setTime(to)
  }
  const mute = () => {
    if (film.current) film.current.muted = !isMuted
    setMuted(!isMuted)
  }
  return (
    <div className="film" data-begun={isBegun}>
      <button
        type="button"
        className="absolute inset-0 cursor-pointer focus-visible:rounded-[0.6875rem] focus-visible:outline-2 focus-visible:-outline-offset-4 focus-visible:outline-(--focus)"
        aria-label={t(isPlaying ? 'messages.stopFilm' : 'messages.playFilm', { name })}
        onClick={press}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: videos of customers have no captions */}
        <video
          className="size-full object-contain"
          ref={film}
          src={src}
          playsInline
          preload={poster ? 'none' : 'metadata'}
          poster={poster ?? undefined}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onTimeUpdate={({ currentTarget }) => setTime(currentTarget.currentTime)}
          onDurationChange={({ currentTarget }) =>
            Number.isFinite(currentTarget.duration) && setDuration(currentTarget.duration)
          }
          onError={onError}
        />
        {!isPlaying && (
          <span className="loop-sign">
            <Play />
          </span>
        )}
      </button>
      {isBegun ? (
        <div className="film-bar">
          <button type="button" aria-label={t(isPlaying ? 'messages.pause' : 'messages.play')} onClick={press}>
            {isPlaying ? <Pause /> : <Play />}
          </button>
          <input
            type="range"
            min={0}
            max={Math.max(duration, 0.1)}
            step={0.1}
            value={Math.min(time, duration)}
            aria-label={t('messages.filmPosition')}
            aria-valuetext={format.duration(time)}
            onChange={({ target }) => seek(Number(target.value))}
          />
          <span className="nums">
            {format.duration(time)} / {format.duration(duration)}
          </span>
          <button
            type="button"
            aria-label={t('messages.mute')}
            aria-pressed={isMuted}
            title={t('messages.mute')}
            onClick={mute}
          >
            {isMuted ? <VolumeX /> : <Volume2 />}
          </button>
          <button
            type="button"
            aria-label={t('messages.fullScreen')}
            title={t('messages.fullScreen')}
            onClick={() => void film.current?.requestFullscreen?.().catch(() => undefined)}
          >
            <Maximize />
          </button>
        </div>
      ) : (
        duration > 0 && <span className="film-length nums">{format.duration(duration)}</span>
      )}
    </div>
  )
}
