import { Check, CircleAlert, Hourglass, Minus, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Finding } from '../../../../src/channels/meta/cloud/contract'

export type FoundState = Finding['state'] | 'off'
const icons: Record<FoundState, ReactNode> = {
  good: <Check />,
  warn: <TriangleAlert />,
  bad: <CircleAlert />,
  wait: <Hourglass />,
  off: <Minus />,
}

/** What was found of one thing, in a list of class `found`. */
export const FoundRow = ({ state, name, children }: { state: FoundState; name: string; children: ReactNode }) => (
  <li className={state}>
    {icons[state]}
    <span className="min-w-0">
      <b>{name}</b>
      <small className="wrap-anywhere">{children}</small>
    </span>
  </li>
)
