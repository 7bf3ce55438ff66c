import type { ReactNode } from 'react'
import { useFormat } from '../i18n/useFormat'
import { classes } from './classes'

export type SegmentItem<Id extends string> = {
  id: Id
  label: ReactNode
  count?: number | undefined
  /** Badge with the number of urgent ones, in red; `label` includes it in words. */
  alert?: { count: number; label: string } | undefined
}

type Props<Id extends string> = {
  label: string
  items: readonly SegmentItem<NoInfer<Id>>[]
  value: Id
  onChange(id: NoInfer<Id>): void
  className?: string
}

/** A segmented control of two or three options. */
export function Segment<Id extends string>({ label, items, value, onChange, className }: Props<Id>) {
  const format = useFormat()
  return (
    <fieldset className={classes('segment', className)} aria-label={label}>
      {items.map((item) => (
        <button key={item.id} type="button" aria-pressed={item.id === value} onClick={() => onChange(item.id)}>
          {item.label} {item.count !== undefined && <span className="count">{format.number(item.count)}</span>}
          {item.alert && (
            <span className="count-alert" role="img" aria-label={item.alert.label} title={item.alert.label}>
              {item.alert.count > 99 ? '99+' : item.alert.count}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
