import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Note } from './Note'

/** An error message in place, announced to screen readers. */
export function ErrorNote({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <Note tone="error" role="alert" icon={<CircleAlert />} className={className}>
      {children}
    </Note>
  )
}
