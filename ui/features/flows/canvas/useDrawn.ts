import type { Edge, Node, NodeChange } from '@xyflow/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { exitsOf, readEdgeKey } from '../../../../src/features/flows/format/contract'
import { NODE_WIDTH, type Spot, spotOf } from '../edit'
import type { Box } from '../route'
import { type CanvasProps, handleOf, IN } from './shown'

export type Sizes = Readonly<Record<string, { readonly width: number; readonly height: number }>>

/** Nodes and wires as React Flow draws them: with their sizes, and where they are while they are dragged. */
export function useDrawn({ draft, trial, chosen, picked, pick, onHeights }: CanvasProps) {
  const { flow } = draft
  /** A box is being drawn around nodes. */
  const isBoxing = useRef(false)
  const [sizes, setSizes] = useState<Sizes>({})
  /** Nodes under the pointer, before they are dropped. */
  const [dragged, setDragged] = useState<Readonly<Record<string, Spot>>>({})

  const nodes = useMemo(
    (): Node[] =>
      Object.keys(flow.nodes).map((id) => {
        const [x, y] = dragged[id] ?? spotOf(flow, id)
        const measured = sizes[id]
        return {
          id,
          type: 'node',
          position: { x, y },
          data: {},
          ...(measured && { measured }),
          selected: id === chosen || picked.has(id),
        }
      }),
    [flow, dragged, sizes, chosen, picked],
  )
  const edges = useMemo(
    (): Edge[] =>
      Object.entries(flow.edges).flatMap(([key, target]) => {
        const { node: source, exit } = readEdgeKey(key)
        const from = flow.nodes[source]
        if (!from || !flow.nodes[target]) return []
        const isLive = trial.edges.has(key)
        return [
          {
            id: key,
            type: 'wire',
            source,
            target,
            data: { lane: exitsOf(from).indexOf(exit) },
            sourceHandle: handleOf(exit),
            targetHandle: IN,
            className: isLive ? 'wire-live' : '',
            focusable: false,
            selectable: true,
          },
        ]
      }),
    [flow, trial],
  )
  const moving = Object.keys(dragged).join(' ')
  const boxes = useMemo((): Box[] => {
    const isMoving = new Set(moving.split(' '))
    return Object.keys(flow.nodes).flatMap((id) => {
      const [left, top] = spotOf(flow, id)
      const { width, height } = sizes[id] ?? { width: NODE_WIDTH, height: 0 }
      return isMoving.has(id) ? [] : { left, top, right: left + width, bottom: top + height }
    })
  }, [flow, sizes, moving])
  const onNodesChange = (changes: readonly NodeChange[]) => {
    const boxed = isBoxing.current ? changes.filter((one) => one.type === 'select') : []
    if (boxed.length > 0) {
      const next = new Set(picked)
      for (const { id, selected } of boxed) {
        if (selected) next.add(id)
        else next.delete(id)
      }
      pick(next)
    }
    for (const one of changes) {
      if (one.type === 'dimensions' && one.dimensions) {
        const { id, dimensions } = one
        setSizes((before) => ({ ...before, [id]: dimensions }))
      }
      if (one.type === 'position' && one.position) {
        const { id, position, dragging } = one
        const to: Spot = [position.x, position.y]
        if (dragging) setDragged((before) => ({ ...before, [id]: to }))
      }
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new sizes are told
  useEffect(() => {
    onHeights(Object.fromEntries(Object.entries(sizes).map(([id, { height }]) => [id, height])))
  }, [sizes])

  return {
    nodes,
    edges,
    boxes,
    sizes,
    onNodesChange,
    onSelectionStart: () => {
      isBoxing.current = true
    },
    onSelectionEnd: () => {
      isBoxing.current = false
    },
    /** Nodes stand where the flow says again. */
    endDrag: () => setDragged({}),
  }
}
