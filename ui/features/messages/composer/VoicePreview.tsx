import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { usePlayback } from '../voice/Player'
import { Wave } from '../voice/Wave'
import type { Recorded } from './recorder'

/** Plays the recording before it is sent. */
export function VoicePreview({ recording }: { recording: Recorded }) {
  const t = useText()
  const format = useFormat()
  const [url] = useState(() => URL.createObjectURL(recording.file))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const sound = usePlayback('preview', url, recording.seconds)
  return (
    <>
      <IconButton label={sound.isPlaying ? t('messages.pause') : t('messages.play')} autoFocus onClick={sound.toggle}>
        {sound.isPlaying ? <Pause /> : <Play />}
      </IconButton>
      <span className="min-w-0 flex-1">
        <Wave
          levels={recording.waveform}
          played={sound.played}
          onSeek={sound.seek}
          label={t('messages.position')}
          valueText={format.duration(sound.time)}
        />
      </span>
      <span className="nums text-sm">{format.duration(sound.time || recording.seconds)}</span>
    </>
  )
}
