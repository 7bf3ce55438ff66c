import { DragDropProvider, PointerSensor } from '@dnd-kit/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { QueueDetail } from '../../../src/queues/contract'
import { listPlugins } from '../../shared/drag'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { orderQueues } from './api'
import { OrderGrip } from './OrderGrip'
import { orderAfter } from './spec'

/** Makes the rows of the queue table sortable; `children` gets them in order, with the grip of each. */
export function OrderedRows({ rows, children }: Props) {
  const t = useText()
  const [wanted, setWanted] = useState<readonly number[] | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const [said, setSaid] = useState('')
  const refocus = useRef<number | null>(null)
  const shown = wanted ? rows.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id)) : rows
  useEffect(() => {
    if (refocus.current === null) return
    document.querySelector<HTMLElement>(`[data-order="${refocus.current}"]`)?.focus()
    refocus.current = null
  })

  async function move(id: number, to: number) {
    const ids = orderAfter(shown, id, to)
    if (ids.every((one, at) => one === shown[at]?.id)) return
    setWanted(ids)
    setSaid(
      t('queues.order.moved', { name: rows.find((row) => row.id === id)?.name ?? '', place: ids.indexOf(id) + 1 }),
    )
    try {
      await orderQueues(ids)
    } catch (failure) {
      toast.failure(failure)
    }
    setWanted(null) // by now the list has the event
  }
  const placeAt = (id: number, y: number): Drop | null => {
    const elements = [...document.querySelectorAll<HTMLElement>('[data-order]')]
    const others = elements.filter((element) => element.dataset.order !== String(id))
    const boxes = others.map((element) => element.closest('tr')?.getBoundingClientRect())
    const to = boxes.filter((box) => box && y > box.top + box.height / 2).length
    const near = others[Math.min(to, others.length - 1)]
    return near ? { to, row: Number(near.dataset.order), side: to < others.length ? 'before' : 'after' } : null
  }
  const grip = ({ id, name }: QueueDetail) => (
    <OrderGrip
      id={id}
      name={name}
      drop={drop?.row === id ? drop.side : null}
      onStep={(step) => {
        refocus.current = id
        void move(id, shown.findIndex((row) => row.id === id) + step)
      }}
    />
  )
  return (
    <DragDropProvider
      sensors={[PointerSensor]}
      plugins={listPlugins}
      onDragMove={({ operation, to }) =>
        setDrop(placeAt(Number(operation.source?.id), (to ?? operation.position.current).y))
      }
      onDragEnd={({ operation, canceled }) => {
        if (!canceled && drop) void move(Number(operation.source?.id), drop.to)
        setDrop(null)
      }}
    >
      {children(shown, grip)}
      <p className="sr-only" role="status">
        {said}
      </p>
    </DragDropProvider>
  )
}

type Props = {
  rows: readonly QueueDetail[]
  children(shown: readonly QueueDetail[], grip: (queue: QueueDetail) => ReactNode): ReactNode
}
type Drop = { readonly to: number; readonly row: number; readonly side: 'before' | 'after' }
