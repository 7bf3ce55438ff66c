import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { Recorder, type Recording } from './recorder'

export type RecordingProps = {
  /** Already recorded: shows only the preview. */
  made: Recording | null
  onMade(recorded: Recording): void
  onSend(recorded: Recording): void
  onCancel(): void
}

/**
 * Records from the first render on; on unmount the recording is passed to `onMade`. Escape goes to the preview, or
 * cancels before the microphone has started.
 */
export function useRecording({ made, onMade, onSend, onCancel }: RecordingProps) {
  const t = useText()
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
    // Nothing is recorded while the browser is asking for permission.
    if (recorder.current) void listen()
    else discard()
  }
  const discard = () => {
    recorder.current?.cancel()
    recorder.current = null
    onCancel()
  }
  return { seconds, levels, press, discard, listen, send }
}
