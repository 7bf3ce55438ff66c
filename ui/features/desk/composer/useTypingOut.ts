import { useEffect, useEffectEvent, useRef } from 'react'
import { useLive } from '../../../shared/live/LiveProvider'
import { AGAIN_AFTER, doing, done, type PresenceReport, QUIET_AFTER, type Sign } from '../rules/presence'

/** Reports to the contact that somebody here is typing or recording, and when that ends. */
export function useTypingOut(ticketId: number) {
  const { send } = useLive()
  const reported = useRef<PresenceReport>(null)
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined)
  const say = (next: { reported: PresenceReport; report: Sign | null }) => {
    reported.current = next.reported
    if (next.report) send({ emit: 'typing', data: { ticketId, state: next.report } })
  }
  const stop = () => {
    clearTimeout(quiet.current)
    say(done(reported.current))
  }
  const leave = useEffectEvent(stop)
  useEffect(() => () => leave(), [])
  return {
    stop,
    press() {
      clearTimeout(quiet.current)
      say(doing(reported.current, 'composing', Date.now()))
      quiet.current = setTimeout(stop, QUIET_AFTER)
    },
    /** Call it repeatedly while it lasts. */
    record() {
      clearTimeout(quiet.current)
      say(doing(reported.current, 'recording', Date.now()))
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
