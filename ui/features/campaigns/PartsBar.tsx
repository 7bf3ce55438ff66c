import type { CSSProperties } from 'react'
import { useFormat } from '../../shared/i18n/useFormat'

/** Grey without a colour; `part-wait` is hatched: neither failed nor lost. */
type BarPart = {
  readonly name: string
  readonly count: number
  readonly color?: string
  readonly shape?: 'part-wait' | 'part-none'
}

/** Parts of a whole as one bar, with their counts below. `none` is shown when empty. */
export function PartsBar({ parts, none = '' }: { parts: readonly BarPart[]; none?: string }) {
  const { number } = useFormat()
  const shown = parts.filter(({ count }) => count > 0)
  return (
    <div className="grid gap-2">
      <div
        className="run-parts flex gap-0.5 h-2.5 rounded-full overflow-hidden bg-base-300"
        role="img"
        aria-label={shown.map(({ name, count }) => `${name} ${number(count)}`).join(', ') || none}
      >
        {shown.map(({ name, count, color, shape }) => (
          <i key={name} className={shape} style={{ '--s': color, '--n': count } as CSSProperties} />
        ))}
      </div>
      <div className="run-counts flex flex-wrap gap-y-1 gap-x-6 type-sm" aria-hidden="true">
        {shown.map(({ name, count, color, shape }) => (
          <span key={name}>
            <i className={shape} style={{ '--s': color } as CSSProperties} />
            {name} <b className="font-semibold text-base-content tabular-nums">{number(count)}</b>
          </span>
        ))}
      </div>
    </div>
  )
}
