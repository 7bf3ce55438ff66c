import { useDraggable } from '@dnd-kit/react'
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useText } from '../../shared/i18n/useText'

type Props = {
  id: number
  name: string
  /** The side of its row where a dragged one would land. */
  drop: 'before' | 'after' | null
  /** Moves one position up or down. */
  onStep(step: 1 | -1): void
}

/** The handle that moves a table row: by dragging, or with Alt and the arrow keys. */
export function OrderGrip({ id, name, drop, onStep }: Props) {
  const t = useText()
  const grip = useRef<HTMLButtonElement>(null)
  const { ref, handleRef } = useDraggable({ id })
  const row = grip.current?.closest('tr')
  if (row) {
    if (drop) row.dataset.drop = drop
    else delete row.dataset.drop
  }
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <button
      ref={(element) => {
        grip.current = element
        handleRef(element)
        ref(element?.closest('tr') ?? null)
      }}
      type="button"
      className="grip"
      data-order={id}
      aria-label={t('queues.order.move', { name })}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      title={t('queues.order.hint')}
      onKeyDown={keys}
    >
      <GripVertical />
    </button>
  )
}
