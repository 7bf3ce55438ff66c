import { Pause, Play, SendHorizontal, Square, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { IconButton } from '../../../shared/kit/IconButton'
import { usePlayback } from '../voice/Player'
import { Wave } from '../voice/Wave'
import type { Recording } from './recorder'
import { type RecordingProps, useRecording } from './useRecording'

/** Recording with a level meter, then a preview, which is kept while another ticket is open. */
export function VoiceRecorder(props: RecordingProps) {
  const { made } = props
  const t = useText()
  const format = useFormat()
  const { seconds, levels, press, discard, listen, send } = useRecording(props)
  return (
    <fieldset className="recorder" aria-label={t('messages.recording')} onKeyDown={press}>
      <IconButton label={t('messages.discardRecording')} onClick={discard}>
        <Trash2 />
      </IconButton>
      {made ? (
        <VoicePreview recording={made} />
      ) : (
        <>
          <span className="record-dot" />
          <span className="nums text-sm" role="timer">
            {format.duration(Math.floor(seconds))}
          </span>
          <Meter levels={levels} />
          <IconButton label={t('messages.listen')} autoFocus onClick={() => void listen()}>
            <Square />
          </IconButton>
        </>
      )}
      <Button
        size="sm"
        tone="primary"
        icon={<SendHorizontal />}
        aria-label={t('messages.send')}
        onClick={() => void send()}
      >
        <span className="wide-only">{t('messages.send')}</span>
      </Button>
    </fieldset>
  )
}

function Meter({ levels }: { levels: readonly number[] }) {
  return (
    <span className="meter" aria-hidden="true">
      {levels.map((level, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its index
        <i key={at} style={{ height: `${10 + level * 90}%` }} />
      ))}
    </span>
  )
}

/** Plays the recording before it is sent. */
function VoicePreview({ recording }: { recording: Recording }) {
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
