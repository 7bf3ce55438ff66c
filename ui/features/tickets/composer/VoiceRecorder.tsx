import { SendHorizontal, Square, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { IconButton } from '../../../shared/kit/IconButton'
import { toast } from '../../../shared/kit/toast'
import { type Recorded, Recorder } from './recorder'
import { VoicePreview } from './VoicePreview'

type Props = {
  /** Already recorded: only the preview is shown. */
  made: Recorded | null
  onMade(recorded: Recorded): void
  onSend(recorded: Recorded): void
  onCancel(): void
}

/** Recording with a level meter, then a preview, which is kept while another ticket is open. */
export function VoiceRecorder({ made, onMade, onSend, onCancel }: Props) {
  const t = useText()
  const format = useFormat()
  const recorder = useRef<Recorder | null>(null)
  const [seconds, setSeconds] = useState(0)
  const [levels, setLevels] = useState<readonly number[]>([])
  const refused = useEffectEvent(() => {
    toast.error(t('messages.noMicrophone'))
    onCancel()
  })
  const isNew = useEffectEvent(() => made === null)
  const leave = useEffectEvent(async () => {
    if (!recorder.current) return
    const recorded = await end()
    if (recorded) onMade(recorded)
    else toast.warning(t('messages.tooShort'))
  })
  useEffect(() => {
    if (!isNew()) return
    let gone = false
    Recorder.start((level, at) => {
      setSeconds(at)
      setLevels((before) => [...before.slice(-59), level])
    })
      .then((started) => {
        if (gone) started.cancel()
        else recorder.current = started
      })
      .catch(() => refused())
    return () => {
      gone = true
      void leave()
    }
  }, [])
  const end = async () => {
    const running = recorder.current
    recorder.current = null
    return (await running?.stop()) ?? null
  }
  const stop = async () => {
    const recorded = await end()
    if (!recorded) {
      toast.warning(t('messages.tooShort'))
      onCancel()
    }
    return recorded
  }
  const send = async () => {
    const recorded = made ?? (await stop())
    if (recorded) onSend(recorded)
  }
  const listen = async () => {
    const recorded = await stop()
    if (recorded) onMade(recorded)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || made) return
    event.preventDefault()
    // Nothing is recorded while the browser is still asking for permission.
    if (recorder.current) void listen()
    else discard()
  }
  const discard = () => {
    recorder.current?.cancel()
    recorder.current = null
    onCancel()
  }
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
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their place
        <i key={at} style={{ height: `${10 + level * 90}%` }} />
      ))}
    </span>
  )
}
