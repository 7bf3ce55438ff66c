import type { ComponentProps } from 'react'
import { type ButtonSize, type ButtonTone, buttonClass } from './Button'
import { classes } from './classes'

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Its accessible name, also shown on hover. */
  label: string
  tone?: ButtonTone
  size?: ButtonSize
  /** For toggle buttons. */
  pressed?: boolean
  /** Badge with a number; hidden for 0. `quiet` is blue, otherwise red. */
  badge?: number
  badgeTone?: 'alert' | 'quiet'
}

export function IconButton({
  label,
  tone = 'ghost',
  size = 'sm',
  pressed,
  badge = 0,
  badgeTone = 'alert',
  className,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      data-n={badge > 0 ? (badge > 99 ? '99+' : badge) : undefined}
      className={classes(
        buttonClass(tone, size),
        'btn-icon',
        badge > 0 && 'dot-badge',
        badge > 0 && badgeTone === 'quiet' && 'dot-badge-quiet',
        className,
      )}
    />
  )
}
