import { useEffect, useEffectEvent, useRef } from 'react'
import { useLive } from '../../../shared/live/LiveProvider'
import { AGAIN_AFTER, doing, done, QUIET_AFTER, type Sign, type Told } from '../rules/typing'

/** Reports to the contact that somebody here is typing or recording, and when it ends. */
export function useTypingOut(ticketId: number) {
  const { send } = useLive()
  const told = useRef<Told>(null)
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined)
  const say = (next: { told: Told; tell: Sign | null }) => {
    told.current = next.told
    if (next.tell) send({ emit: 'typing', data: { ticketId, state: next.tell } })
  }
  const stop = () => {
    clearTimeout(quiet.current)
    say(done(told.current))
  }
  const leave = useEffectEvent(stop)
  useEffect(() => () => leave(), [])
  return {
    stop,
    press() {
      clearTimeout(quiet.current)
      say(doing(told.current, 'composing', Date.now()))
      quiet.current = setTimeout(stop, QUIET_AFTER)
    },
    /** Call it again as long as it lasts. */
    record() {
      clearTimeout(quiet.current)
      say(doing(told.current, 'recording', Date.now()))
    },
  }
}

/** Called while the microphone is on. */
export function useRecordingOut(isRecording: boolean, { record, stop }: { record(): void; stop(): void }): void {
  const again = useEffectEvent(record)
  const end = useEffectEvent(stop)
  useEffect(() => {
    if (!isRecording) return
    again()
    const timer = setInterval(() => again(), AGAIN_AFTER)
    return () => {
      clearInterval(timer)
      end()
    }
  }, [isRecording])
}
