import { cx } from './cx'

/** A grey stand-in for something on its way. Shows after 120 ms only: what arrives sooner never flickers. */
export function Skeleton({ className, width }: { className?: string; width?: string }) {
  return (
    <span
      className={cx('bone block late', className ?? 'h-3')}
      style={width ? { width } : undefined}
      aria-hidden="true"
    />
  )
}
