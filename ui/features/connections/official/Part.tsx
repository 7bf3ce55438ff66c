import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../../shared/kit/classes'

type PartProps = { place: number; title: string; isDone?: boolean; aside?: ReactNode; children: ReactNode }

/** A numbered part of the page. */
export const Part = ({ place, title, isDone = false, aside, children }: PartProps) => (
  <section className="set-up-part">
    <div className="set-up-head">
      <span className={classes('ordinal', isDone && 'ordinal-done')}>{isDone ? <Check /> : place}</span>
      <h3>{title}</h3>
      {aside && <span className="ml-auto text-xs">{aside}</span>}
    </div>
    {children}
  </section>
)
