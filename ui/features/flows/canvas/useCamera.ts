import { type FitViewOptions, useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect } from 'react'
import { NODE_WIDTH, spotOf } from '../edit'
import type { CanvasProps } from './shown'
import type { Sizes } from './useDrawn'

/** The smallest size at which texts can be read. */
const READABLE = 0.8
/** Clear of the tools above and of the phone's button below. */
export const FIT = {
  maxZoom: 1,
  padding: { top: '64px', bottom: '64px', left: '24px', right: '24px' },
} as const satisfies FitViewOptions
const EDGE = 64

/** Keeps in view what the user works on. Returns how the view begins. */
export function useCamera(floor: RefObject<HTMLElement | null>, props: CanvasProps, sizes: Sizes): () => void {
  const { chosen, wanted, onFocused, isNarrow } = props
  const { flow } = props.draft
  const room = useReactFlow()
  const isDrawn = wanted !== null && sizes[wanted] !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the wanted node is drawn
  useEffect(() => {
    if (wanted === null || !isDrawn) return
    const element = floor.current?.querySelector<HTMLElement>(`[data-node="${wanted}"]`)
    element?.focus({ preventScroll: true })
    reveal(wanted)
    onFocused()
  }, [wanted, isDrawn])

  /** Brings a node into view. */
  const reveal = (id: string) => {
    const box = floor.current?.getBoundingClientRect()
    if (!box) return
    const [x, y] = spotOf(flow, id)
    const height = sizes[id]?.height ?? 0
    const from = room.flowToScreenPosition({ x, y })
    const to = room.flowToScreenPosition({ x: x + NODE_WIDTH, y: y + height })
    const isSeen = from.x > box.left && to.x < box.right && from.y > box.top + EDGE && to.y < box.bottom - EDGE
    if (!isSeen) void room.setCenter(x + NODE_WIDTH / 2, y + height / 2, { zoom: room.getZoom() })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the canvas has become smaller
  useEffect(() => {
    if (isNarrow && chosen !== null) reveal(chosen)
  }, [isNarrow])

  /** Shows all of a small flow, and the beginning of a large one at a size that can be read. */
  return () => {
    const { width, height } = room.getNodesBounds(Object.keys(flow.nodes))
    const floorWidth = floor.current?.clientWidth ?? 0
    const fits = Math.min((floorWidth - 48) / width, ((floor.current?.clientHeight ?? 0) - 2 * EDGE) / height)
    if (fits >= READABLE) return void room.fitView(FIT)
    const [x, y] = spotOf(flow, flow.start)
    void room.setViewport({ x: floorWidth / 3 - x - NODE_WIDTH / 2, y: EDGE - y, zoom: 1 })
  }
}
