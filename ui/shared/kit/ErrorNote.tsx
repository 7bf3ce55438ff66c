import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Note } from './Note'

/** Says in place why something failed, and is read out at once. */
export function ErrorNote({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <Note tone="error" role="alert" icon={<CircleAlert />} className={className}>
      {children}
    </Note>
  )
}
