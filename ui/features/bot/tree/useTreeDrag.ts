import type { DragDropProvider } from '@dnd-kit/react'
import { type ComponentProps, type RefObject, useState } from 'react'
import { type Drop, dropAt } from './drop'
import { endOf, lift, type OptionRow, type Outline, place } from './outline'

/** How far to the right one level is. */
const LEVEL = 28

type DragProps = {
  readonly rows: Outline
  readonly hidden: ReadonlySet<number>
  readonly list: RefObject<HTMLElement | null>
  onLift(): void
  /** Dropped elsewhere. */
  onDrop(rows: Outline, id: number): void
}

/** A branch in the hand, and where it would land. */
export function useTreeDrag({ rows, hidden, list, onLift, onDrop }: DragProps) {
  const [held, setHeld] = useState<number | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const heldAt = rows.findIndex(({ id }) => id === held)
  const rest = heldAt < 0 ? rows : lift(rows, heldAt).rest

  const putDown = (isCanceled: boolean) => {
    if (!isCanceled && drop && heldAt >= 0) {
      const { branch, rest } = lift(rows, heldAt)
      const next = place(rest, branch, drop.to, drop.level)
      if (next && held !== null) onDrop(next, held)
    }
    setHeld(null)
    setDrop(null)
  }
  const events: Pick<ComponentProps<typeof DragDropProvider>, 'onDragStart' | 'onDragMove' | 'onDragEnd'> = {
    onDragStart: ({ operation }) => {
      onLift()
      setHeld(Number(operation.source?.id))
    },
    onDragMove: ({ operation, to }) => {
      if (!list.current || heldAt < 0) return
      const { branch, rest } = lift(rows, heldAt)
      const { x, y } = to ?? operation.position.current
      const by = x - operation.position.initial.x
      const level = (branch[0]?.level ?? 0) + Math.round(by / LEVEL)
      setDrop(dropAt(list.current, { branch, rest, hidden, y, level }))
    },
    onDragEnd: ({ canceled }) => putDown(canceled),
  }
  return {
    events,
    isHolding: held !== null,
    /** Where the held row stands; negative without one. */
    heldAt,
    isLifted: (at: number) => held !== null && heldAt >= 0 && at >= heldAt && at < endOf(rows, heldAt),
    /** The level at which the branch would land before this row, or at the end. */
    levelBefore: (row: OptionRow | undefined): number | null =>
      drop && held !== null && rest[drop.to]?.id === row?.id ? drop.level : null,
  }
}
