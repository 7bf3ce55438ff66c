import { useDraggable } from '@dnd-kit/react'
import { GripVertical, Trash2 } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Task } from '../../../src/features/tasks/contract'
import { useText } from '../../shared/i18n/useText'
import { classes } from '../../shared/kit/classes'
import { IconButton } from '../../shared/kit/IconButton'
import { TaskFacts } from './TaskFacts'

type Props = {
  task: Task
  /** The fields of the open row. */
  editor: ReactNode
  isLifted: boolean
  hasArrived: boolean
  onOpen(): void
  onComplete(): void
  onRemove(): void
  onKeys(event: KeyboardEvent): void
}

/** An open task: handle, checkbox, and text, which opens in place. */
export function TaskRow({ task, editor, isLifted, hasArrived, onOpen, onComplete, onRemove, onKeys }: Props) {
  const t = useText()
  const { text, description } = task
  const { ref, handleRef } = useDraggable({ id: task.id })
  return (
    <li
      ref={ref}
      className={classes('task', editor !== null && 'task-open', hasArrived && 'flash')}
      data-task={task.id}
      data-lifted={isLifted ? '' : undefined}
    >
      <button
        ref={handleRef}
        type="button"
        className="grip"
        aria-label={t('tasks.move', { text })}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={onKeys}
      >
        <GripVertical />
      </button>
      <input
        type="checkbox"
        className="checkbox task-check"
        aria-label={t('tasks.complete', { text })}
        checked={false}
        onChange={onComplete}
      />
      {editor ?? (
        <>
          <button
            type="button"
            className="task-text"
            data-words={task.id}
            aria-keyshortcuts="Enter Space Delete Alt+ArrowUp Alt+ArrowDown"
            onClick={onOpen}
            onKeyDown={onKeys}
          >
            <b>{text}</b>
            {description && <small className="text-sm text-faint truncate">{description}</small>}
            <TaskFacts task={task} />
          </button>
          <span className="row-actions">
            <IconButton size="xs" label={t('tasks.remove', { text })} onClick={onRemove}>
              <Trash2 />
            </IconButton>
          </span>
        </>
      )}
    </li>
  )
}

/** The row being dragged. */
export function HeldTask({ task: { text, description } }: { task: Task }) {
  return (
    <div className="task task-held">
      <span className="grip">
        <GripVertical />
      </span>
      <input type="checkbox" className="checkbox task-check" checked={false} readOnly tabIndex={-1} aria-hidden />
      <span className="task-text">
        <b>{text}</b>
        {description && <small className="text-sm text-faint truncate">{description}</small>}
      </span>
    </div>
  )
}
