import { useMutation } from '@tanstack/react-query'
import { AudioWaveform, Mic, SendHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { toast } from '../../../shared/kit/toast'
import { canRecord } from '../../messages/composer/recorder'
import { showRefusal } from '../useCommand'
import { humNote, recordedNote, type VoiceNote } from '../voice/note'
import { type Letter, sendVoice } from './sendFile'
import { useRecorder } from './useRecorder'
import { useSpeakingSign } from './useTypingSign'

type Props = { letter: Letter; onSent(): void; onClose(): void }

const LONGEST = 60

/** Records a voice note with the microphone, or generates one of a chosen length. */
export function VoiceBox({ letter, onSent, onClose }: Props) {
  const t = useText()
  const [isHumming, setHumming] = useState(!canRecord())
  useSpeakingSign(letter.from, letter.to)
  const send = useMutation({
    mutationFn: async (note: () => Promise<VoiceNote | null>) => {
      const made = await note()
      if (made) await sendVoice(letter, made)
      return made !== null
    },
    onSuccess: (isSent) => {
      if (isSent) onSent()
      else toast.warning(t('simulator.voice.tooShort'))
      onClose()
    },
    onError: showRefusal,
  })
  return (
    <fieldset className="handset-write" aria-label={t('simulator.voice.title')}>
      <IconButton size="xs" label={t('simulator.voice.discard')} onClick={onClose}>
        <Trash2 />
      </IconButton>
      {isHumming ? (
        <Hum isBusy={send.isPending} onSend={send.mutate} />
      ) : (
        <Microphone isBusy={send.isPending} onSend={send.mutate} onHum={() => setHumming(true)} />
      )}
    </fieldset>
  )
}

type WayProps = { isBusy: boolean; onSend(note: () => Promise<VoiceNote | null>): void }

function Microphone({ isBusy, onSend, onHum }: WayProps & { onHum(): void }) {
  const t = useText()
  const format = useFormat()
  const { seconds, level, stop } = useRecorder(onHum)
  const record = async () => {
    const made = await stop()
    return made && recordedNote(made.file, made.seconds)
  }
  return (
    <>
      <Mic className="text-error-ink" />
      <span className="nums text-xs" role="timer">
        {format.duration(Math.floor(seconds))}
      </span>
      <meter className="flex-1 min-w-0 h-2" min={0} max={1} value={level} aria-label={t('simulator.voice.level')} />
      <IconButton size="xs" label={t('simulator.voice.hum')} onClick={onHum}>
        <AudioWaveform />
      </IconButton>
      {/* The microphone has not started yet. */}
      <SendVoice isBusy={isBusy || seconds === 0} onSend={() => onSend(record)} />
    </>
  )
}

function Hum({ isBusy, onSend }: WayProps) {
  const t = useText()
  const format = useFormat()
  const [seconds, setSeconds] = useState(6)
  return (
    <>
      <AudioWaveform />
      <input
        type="range"
        className="range range-xs range-primary min-w-0 flex-1"
        min={1}
        max={LONGEST}
        value={seconds}
        aria-label={t('simulator.voice.length')}
        aria-valuetext={t('simulator.seconds', { count: seconds })}
        onChange={(event) => setSeconds(Number(event.target.value))}
      />
      <span className="nums w-8 text-right text-xs">{format.duration(seconds)}</span>
      <SendVoice isBusy={isBusy} onSend={() => onSend(() => humNote(seconds))} />
    </>
  )
}

function SendVoice({ isBusy, onSend }: { isBusy: boolean; onSend(): void }) {
  const t = useText()
  return (
    <button
      type="button"
      className="btn btn-circle btn-xs btn-primary"
      aria-label={t('simulator.voice.send')}
      aria-busy={isBusy || undefined}
      disabled={isBusy}
      onClick={onSend}
    >
      <SendHorizontal className="size-3!" />
    </button>
  )
}
