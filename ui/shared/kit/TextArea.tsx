import type { ComponentProps } from 'react'
import { classes } from './classes'

/** A multi-line field that grows with its text, from `rows` to `maxRows`. */
export function TextArea({ maxRows = 8, className, ...rest }: ComponentProps<'textarea'> & { maxRows?: number }) {
  return (
    <textarea
      {...rest}
      className={classes('textarea', 'text-grow', className)}
      style={{ maxHeight: `calc(${maxRows} * 1.3125rem + 1rem)` }}
    />
  )
}
