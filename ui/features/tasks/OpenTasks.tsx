import { DragDropProvider, DragOverlay, PointerSensor } from '@dnd-kit/react'
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Task } from '../../../src/features/tasks/contract'
import { listPlugins } from '../../shared/drag'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { tasks } from './api'
import { positionAt, taskAbove } from './spec'
import { TaskEditor } from './TaskEditor'
import { HeldTask, TaskRow } from './TaskRow'

/** The open row, and its focused field. */
export type OpenTask = { readonly id: number; readonly startsAt: 'text' | 'note' }

type Props = {
  open: readonly Task[]
  arrived: ReadonlySet<number>
  opened: OpenTask | null
  onOpen(opened: OpenTask | null): void
  onComplete(task: Task): void
  onPlan(task: Task): void
  onRemove(task: Task): void
  /** Above the first row. */
  onUp(): void
}

/** Open tasks in their order, which dragging or Alt and the arrow keys change. */
export function OpenTasks({ open, arrived, opened, onOpen, onComplete, onPlan, onRemove, onUp }: Props) {
  const t = useText()
  const { update } = useCrud(tasks)
  const list = useRef<HTMLUListElement>(null)
  const [lifted, setLifted] = useState<number | null>(null)
  const [dropAt, setDrop] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  /** The row to focus once it is rendered, or the input above all rows. */
  const reach = useRef<number | 'above'>(undefined)
  useEffect(() => {
    if (reach.current === undefined) return
    if (reach.current === 'above') onUp()
    else list.current?.querySelector<HTMLElement>(`[data-words="${reach.current}"]`)?.focus()
    reach.current = undefined
  })

  async function move(task: Task, to: number) {
    if (to < 0 || to >= open.length || open[to]?.id === task.id) return
    setSaid(t('tasks.moved', { text: task.text, place: to + 1 }))
    const position = positionAt(open, task.id, to)
    try {
      await update(task.id, { afterId: taskAbove(open, task.id, to) }, { position })
    } catch (failure) {
      toast.failed(t('tasks.error.update'), failure)
    }
  }
  /** The position among the other rows. */
  const placeAt = (id: number, y: number) =>
    [...(list.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])]
      .filter(({ dataset }) => dataset.task !== String(id))
      .map((row) => row.getBoundingClientRect())
      .filter(({ top, height }) => y > top + height / 2).length
  /** Where the focus goes when this row disappears. A finger must not bring up the keyboard of a phone. */
  const leave = (at: number, last?: 'above') => {
    reach.current = open[at + 1]?.id ?? open[at - 1]?.id ?? last
  }
  const keys = (event: KeyboardEvent, task: Task, at: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const isOnGrip = event.currentTarget.classList.contains('grip')
    if (step !== 0 && event.altKey) {
      event.preventDefault()
      if (!isOnGrip) reach.current = task.id
      void move(task, at + step)
    } else if (step !== 0) {
      event.preventDefault()
      const next = open[at + step]
      if (next) list.current?.querySelector<HTMLElement>(`[data-words="${next.id}"]`)?.focus()
      else if (step < 0) onUp()
    } else if (event.key === ' ' && !isOnGrip) {
      event.preventDefault()
      leave(at, 'above')
      onComplete(task)
    } else if (event.key === 'Delete') {
      event.preventDefault()
      leave(at, 'above')
      onRemove(task)
    }
  }
  const others = open.filter(({ id }) => id !== lifted)
  const held = open.find(({ id }) => id === lifted)
  const line = (at: number) => dropAt === at && <li className="task-drop" aria-hidden="true" />
  return (
    <DragDropProvider
      sensors={[PointerSensor]}
      plugins={listPlugins}
      onDragStart={({ operation }) => {
        onOpen(null)
        setLifted(Number(operation.source?.id))
      }}
      onDragMove={({ operation, to }) =>
        setDrop(placeAt(Number(operation.source?.id), (to ?? operation.position.current).y))
      }
      onDragEnd={({ canceled }) => {
        if (!canceled && held && dropAt !== null) void move(held, dropAt)
        setLifted(null)
        setDrop(null)
      }}
    >
      <ul ref={list} className={lifted === null ? 'grid' : 'grid holding'} aria-label={t('tasks.list')}>
        {open.map((task, at) => (
          <Fragment key={task.id}>
            {task.id !== lifted && line(others.indexOf(task))}
            <TaskRow
              task={task}
              isLifted={task.id === lifted}
              hasArrived={arrived.has(task.id)}
              editor={
                opened?.id === task.id ? (
                  <TaskEditor
                    task={task}
                    startsAt={opened.startsAt}
                    onClose={() => {
                      reach.current = task.id
                      onOpen(null)
                    }}
                    onPlan={() => onPlan(task)}
                    onRemove={() => {
                      leave(at)
                      onRemove(task)
                    }}
                  />
                ) : null
              }
              onOpen={() => onOpen({ id: task.id, startsAt: 'text' })}
              onComplete={() => {
                leave(at)
                onComplete(task)
              }}
              onRemove={() => {
                leave(at)
                onRemove(task)
              }}
              onKeys={(event) => keys(event, task, at)}
            />
          </Fragment>
        ))}
        {line(others.length)}
      </ul>
      <DragOverlay dropAnimation={null}>{held && <HeldTask task={held} />}</DragOverlay>
      <p className="sr-only" role="status">
        {said}
      </p>
    </DragDropProvider>
  )
}
