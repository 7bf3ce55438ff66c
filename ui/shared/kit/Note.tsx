import type { ReactNode } from 'react'
import { type NoteTone, noteClass } from '../theme/tones'
import { classes } from './classes'

type Props = {
  tone?: NoteTone
  icon: ReactNode
  action?: ReactNode
  role?: 'status' | 'alert'
  className?: string
  children: ReactNode
}

/** A short notice on a tinted background: amber warns, blue explains, red reports a failure. */
export function Note({ tone = 'warning', icon, action, role, className, children }: Props) {
  return (
    <div className={classes(noteClass[tone], 'note', className)} role={role}>
      {icon}
      <span className="flex-1">{children}</span>
      {action}
    </div>
  )
}
