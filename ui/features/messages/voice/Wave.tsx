import { useMemo } from 'react'
import { barsOf } from '../rules/voice'

const BARS = 52

type Props = {
  levels: readonly number[] | null
  played: number
  onSeek(part: number): void
  label: string
  valueText: string
}

/**
 * The waveform of a recording, coloured as far as it has been played, with a slider over it for pointer and keyboard.
 */
export function Wave({ levels, played, onSeek, label, valueText }: Props) {
  const bars = useMemo(() => barsOf(levels, BARS), [levels])
  return (
    <span className="relative block">
      <svg className="wave" viewBox={`0 0 ${BARS * 4} 28`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((level, at) => {
          const half = 1.5 + (level / 100) * 12
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: bars never move
              key={at}
              className={at < played * BARS ? 'on' : undefined}
              x={at * 4}
              y={14 - half}
              width="2.4"
              height={half * 2}
              rx="1.2"
              fill="currentColor"
            />
          )
        })}
      </svg>
      <input
        type="range"
        className="wave-seek"
        min={0}
        max={100} // a key moves it by an audible step
        value={Math.round(played * 100)}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={(event) => onSeek(Number(event.target.value) / 100)}
      />
    </span>
  )
}
