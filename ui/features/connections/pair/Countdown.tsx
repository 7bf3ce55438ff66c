import { useState } from 'react'
import { useNow } from '../../../shared/kit/useNow'

/** The time left for a code. Mount a new one for each code, so that the bar starts full. */
export function Countdown({ until, words }: { until: string; words(seconds: number): string }) {
  const now = useNow(250)
  const [start] = useState(() => Date.now())
  const whole = Math.max(1, Date.parse(until) - start)
  const left = Math.max(0, Date.parse(until) - now)
  const seconds = Math.ceil(left / 1000)
  return (
    <>
      <progress className="progress progress-primary w-20 h-1" value={left} max={whole} aria-label={words(seconds)} />
      {words(seconds)}
    </>
  )
}
