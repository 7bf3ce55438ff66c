import { BaseEdge, type Edge, type EdgeProps, Position } from '@xyflow/react'
import { use, useMemo } from 'react'
import { pathOf, routeOf } from '../route'
import { ShownContext } from './shown'

/** Goes around nodes. */
export function Wire({ sourceX, sourceY, targetX, targetY, sourcePosition, data }: EdgeProps<Edge<{ lane: number }>>) {
  const boxes = use(ShownContext)?.boxes
  const path = useMemo(() => {
    const side = sourcePosition === Position.Right ? 'right' : 'bottom'
    return pathOf(routeOf([sourceX, sourceY], side, [targetX, targetY], boxes ?? [], data?.lane))
  }, [boxes, sourceX, sourceY, targetX, targetY, sourcePosition, data?.lane])
  return <BaseEdge path={path} />
}
