import { classes } from './classes'

/** A grey placeholder. Appears only after 120 ms, so that fast responses do not flicker. */
export function Skeleton({ className, width }: { className?: string; width?: string }) {
  return (
    <span
      className={classes('bone block late', className ?? 'h-3')}
      style={width ? { width } : undefined}
      aria-hidden="true"
    />
  )
}
