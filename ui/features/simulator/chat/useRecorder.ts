import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Recorder } from '../../messages/composer/recorder'

/** Records from the microphone; `onRefused` is called if there is none or permission is denied. */
export function useRecorder(onRefused: () => void) {
  const recorder = useRef<Recorder | null>(null)
  const [heard, setHeard] = useState({ level: 0, seconds: 0 })
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    let gone = false
    Recorder.start((level, seconds) => setHeard({ level, seconds }))
      .then((started) => {
        if (gone) started.cancel()
        else recorder.current = started
      })
      .catch(() => !gone && refused())
    return () => {
      gone = true
      recorder.current?.cancel()
    }
  }, [])
  return {
    ...heard,
    /** Null when too short. */
    stop: async () => (await recorder.current?.stop()) ?? null,
  }
}
