import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'

export type ButtonTone = 'primary' | 'plain' | 'ghost' | 'quiet' | 'danger'
export type ButtonSize = 'xs' | 'sm' | 'md'

type Props = ComponentProps<'button'> & {
  /** `primary` once per screen; `plain` has an edge, `ghost` none, `quiet` is ghost in grey, `danger` fills red. */
  tone?: ButtonTone
  size?: ButtonSize
  icon?: ReactNode
  /** Shows a spinner and ignores clicks; keeps width and focus. */
  busy?: boolean
}

const tones: Record<ButtonTone, string> = {
  primary: 'btn-primary',
  plain: 'btn-plain',
  ghost: 'btn-ghost',
  quiet: 'btn-ghost text-muted',
  danger: 'btn-error',
}
const sizes: Record<ButtonSize, string> = { xs: 'btn-xs', sm: 'btn-sm', md: '' }

/** The class of a button, for links that look like one. */
export const buttonClass = (tone: ButtonTone = 'plain', size: ButtonSize = 'md') =>
  classes('btn', tones[tone], sizes[size])

export function Button({
  tone,
  size,
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonClass(tone, size), className)}
    >
      {busy ? <LoaderCircle className="animate-spin" /> : icon}
      {children}
    </button>
  )
}
