/** What the parts of the canvas share: nodes are drawn by React Flow, which hands them nothing else. */
import { createContext, type KeyboardEvent } from 'react'
import type { Problem } from '../../../../src/features/flows/check'
import type { NodeCounts } from '../../../../src/features/flows/contract'
import type { FlowNode } from '../../../../src/features/flows/format/contract'
import type { Company } from '../company'
import type { DryRun } from '../dryRun'
import type { Heights } from '../edit'
import type { Box } from '../route'
import type { Draft } from '../useDraft'
import type { Several } from '../useSeveral'

export type CanvasProps = {
  draft: Draft
  company: Company
  problems: readonly Problem[]
  trial: DryRun
  chosen: string | null
  choose(id: string | null): void
  /** The node to focus. */
  wanted: string | null
  onFocused(): void
  heights: Heights
  onHeights(heights: Heights): void
  onGo(id: string): void
  duplicate(id: string): void
  remove(id: string): void
  onAdded(id: string, node: FlowNode): void
  /** The phone stands beside the canvas. */
  isNarrow: boolean
  /** Shown on the nodes. */
  counts: NodeCounts | undefined
  onCount(isCounted: boolean): void
  /** Besides the chosen node. */
  picked: ReadonlySet<string>
  pick(ids: ReadonlySet<string>): void
  several: Several
}

type ShownFlow = CanvasProps & { boxes: readonly Box[]; onKey(event: KeyboardEvent, id: string): void }
export const ShownContext = createContext<ShownFlow | null>(null)

/** The handle that wires end at. */
export const IN = 'in'
/** React Flow wants a name for the plain exit. */
export const handleOf = (exit: string) => `exit-${exit}`
export const exitOf = (handle: string | null | undefined) => (handle ?? '').replace(/^exit-/, '')
