import { Pause, Play } from 'lucide-react'
import type { MediaView, MessageView } from '../../../../../src/simulator/contract'
import { useFormat } from '../../../../shared/i18n/useFormat'
import { useText } from '../../../../shared/i18n/useText'
import { usePlayback } from '../../../messages/voice/Player'
import { Wave } from '../../../messages/voice/Wave'
import { useCommand } from '../../useCommand'
import { useFile } from '../../useFile'
import { useChat } from '../chatContext'
import { Meta } from '../Meta'
import { Unreadable } from './Unreadable'

/** From this share on, playing sends the receipt "played". */
const PLAYED = 5

/** A voice note or audio: waveform and position. */
export function VoiceBody({ message, media }: { message: MessageView; media: MediaView }) {
  const t = useText()
  const format = useFormat()
  const run = useCommand()
  const { phone, chat } = useChat()
  const { url, isError } = useFile(media.url)
  const sound = usePlayback(message.id, url ?? null, media.seconds ?? 0)
  if (isError) return <Unreadable message={message} />
  const play = () => {
    sound.toggle()
    if (!message.fromMe && message.ack < PLAYED) run.mutate({ do: 'playAudio', phone, chat, id: message.id })
  }
  return (
    <>
      <div className="bubble-voice">
        <button
          type="button"
          className="btn btn-circle btn-sm btn-primary"
          aria-label={sound.isPlaying ? t('simulator.pause') : t('simulator.play')}
          onClick={play}
        >
          {sound.isPlaying ? <Pause /> : <Play />}
        </button>
        <Wave
          levels={media.waveform}
          played={sound.played}
          onSeek={sound.seek}
          label={t('simulator.position')}
          valueText={format.duration(sound.time)}
        />
        <span className="nums text-xs text-faint">
          {format.duration(sound.isPlaying || sound.time > 0 ? sound.time : sound.duration)}
        </span>
      </div>
      <p>
        <Meta message={message} />
      </p>
    </>
  )
}
