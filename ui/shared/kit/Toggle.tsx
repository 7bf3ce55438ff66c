import type { ComponentProps } from 'react'
import { classes } from './classes'

type Props = Omit<ComponentProps<'input'>, 'type' | 'size' | 'onChange'> & {
  size?: 'xs' | 'sm'
  onChange?(on: boolean): void
}

/** A switch. Wrap it in a `<label>` or give it an `aria-label`. */
export function Toggle({ size = 'xs', onChange, className, ...rest }: Props) {
  return (
    <input
      {...rest}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
      role="switch"
      className={classes('toggle', size === 'xs' ? 'toggle-xs' : 'toggle-sm', className)}
      onChange={(event) => onChange?.(event.target.checked)}
    />
  )
}
