import { useAtom } from 'jotai/react'
import { Pause, Play } from 'lucide-react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { BubbleMeta } from '../bubble/BubbleMeta'
import { bubbleKey } from '../rules/conversation'
import { nextSpeed } from '../rules/voice'
import { speedAtom, usePlayback } from '../voice/Player'
import { Wave } from '../voice/Wave'
import { BrokenMedia, MediaGate } from './MediaGate'

/** A voice note or audio file: waveform, position, speed. */
export function VoiceBody({ message }: { message: Message }) {
  const t = useText()
  const format = useFormat()
  const [speed, setSpeed] = useAtom(speedAtom)
  const { media, mediaUrl } = message
  const sound = usePlayback(bubbleKey(message), mediaUrl, media?.seconds ?? 0)
  if (!mediaUrl || media?.state !== 'ready') {
    return (
      <>
        <MediaGate message={message} /> <BubbleMeta message={message} />
      </>
    )
  }
  return (
    <>
      <div className="bubble-voice">
        <button
          type="button"
          className="btn btn-primary btn-circle btn-md"
          aria-label={sound.isPlaying ? t('messages.pause') : t('messages.play')}
          onClick={sound.toggle}
        >
          {sound.isPlaying ? <Pause /> : <Play />}
        </button>
        <Wave
          levels={media.waveform}
          played={sound.played}
          onSeek={sound.seek}
          label={t('messages.position')}
          valueText={format.duration(sound.time)}
        />
        <button
          type="button"
          className="speed cursor-pointer"
          aria-label={t('messages.speed', { speed: format.number(speed) })}
          onClick={() => setSpeed(nextSpeed(speed))}
        >
          {format.number(speed)}×
        </button>
      </div>
      <p className="nums pl-12.5 text-xs text-faint">
        {sound.time > 0
          ? `${format.duration(sound.time)} / ${format.duration(sound.duration)}`
          : format.duration(sound.duration)}{' '}
        <BubbleMeta message={message} />
      </p>
      {sound.isBroken && <BrokenMedia url={mediaUrl} name={media.name} onRetry={sound.toggle} />}
    </>
  )
}
