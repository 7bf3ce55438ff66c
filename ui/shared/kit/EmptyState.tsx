import type { ReactNode } from 'react'

type Props = {
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** `h1` where it is the whole page. */
  heading?: 'h1' | 'h2' | 'h3'
}

/** An empty list: one sentence, and what to do next. */
export function EmptyState({ icon, title, children, actions, heading: Heading = 'h3' }: Props) {
  return (
    <div className="blank">
      {icon}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {actions && <div className="flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
