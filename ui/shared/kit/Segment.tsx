import type { ReactNode } from 'react'
import { useFormat } from '../i18n/useFormat'
import { classes } from './classes'

export type SegmentItem<Id extends string> = { id: Id; label: ReactNode; count?: number | undefined; urgent?: boolean }

type Props<Id extends string> = {
  label: string
  items: readonly SegmentItem<NoInfer<Id>>[]
  value: Id
  onChange(id: NoInfer<Id>): void
  className?: string
}

/** Two or three choices of which one is down; `urgent` counts are red and bold. */
export function Segment<Id extends string>({ label, items, value, onChange, className }: Props<Id>) {
  const format = useFormat()
  return (
    <fieldset className={classes('segment', className)} aria-label={label}>
      {items.map((item) => (
        <button key={item.id} type="button" aria-pressed={item.id === value} onClick={() => onChange(item.id)}>
          {item.label}{' '}
          {item.count !== undefined && (
            <span className={classes('count', item.urgent && 'text-error-ink font-semibold')}>
              {format.number(item.count)}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
