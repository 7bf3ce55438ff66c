import { Check, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../../shared/kit/classes'

export type Deed = { title: string; text?: ReactNode; action?: ReactNode }

/** A list of steps; those before `now` are ticked. */
export function Does({ deeds, now }: { deeds: readonly Deed[]; now: number }) {
  return (
    <ol className="does grid">
      {deeds.map(({ title, text, action }, place) => {
        const isDone = place < now
        const isNow = place === now
        return (
          <li
            key={title}
            data-done={isDone ? '' : undefined}
            data-now={isNow ? '' : undefined}
            aria-current={isNow ? 'step' : undefined}
          >
            <span className={classes('ordinal', isDone && 'ordinal-done', isNow && 'ordinal-run')}>
              {isDone ? <Check /> : isNow ? <LoaderCircle className="animate-spin" /> : place + 1}
            </span>
            <span className="two">
              <span>{title}</span>
              {text && <small>{text}</small>}
            </span>
            {action}
          </li>
        )
      })}
    </ol>
  )
}
