import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { buttonClass } from './Button'
import { classes } from './classes'

/** Leads from a page of one thing to their list, before its title. */
export function BackLink({ label, ...to }: Pick<LinkProps, 'to' | 'params' | 'search'> & { label: string }) {
  return (
    <Link
      {...to}
      className={classes(buttonClass('ghost', 'sm'), 'page-back btn-icon -ml-2')}
      aria-label={label}
      title={label}
    >
      <ArrowLeft />
    </Link>
  )
}
