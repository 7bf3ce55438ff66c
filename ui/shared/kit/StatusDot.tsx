import type { ReactNode } from 'react'
import { stateClass, type Tone } from '../theme/tones'

/** A status: dot and word, hollow while waiting. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={stateClass[tone]}>{children}</span>
}
