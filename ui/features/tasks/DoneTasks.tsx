import { useAtom } from 'jotai/react'
import { ChevronDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { KEPT_COMPLETED_TASKS, type Task } from '../../../src/features/tasks/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { useNow } from '../../shared/kit/useNow'
import { storedOfPerson } from '../../shared/session/ofPerson'
import { completedByDay } from './spec'

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const foldedAtom = storedOfPerson('tasks-done-folded', false, isBoolean)

type Props = { done: readonly Task[]; onReopen(task: Task): void; onRemove(task: Task): void }

/** Completed tasks: those of today, and all of them on demand. */
export function DoneTasks({ done, onReopen, onRemove }: Props) {
  const t = useText()
  const days = useDays()
  const { number } = useFormat()
  const now = useNow(60_000)
  const [isFolded, fold] = useAtom(foldedAtom)
  const [isAll, setAll] = useState(false)
  if (done.length === 0) return null
  const today = done.filter(({ completed_at }) => days.key(completed_at ?? now) === days.key(now))
  const isShort = !isAll && today.length < done.length
  const groups = isAll ? completedByDay(done, (at) => days.label(at, now)) : [{ day: null, tasks: today }]
  return (
    <section className="mt-5" aria-label={t('tasks.done')}>
      <button
        type="button"
        className="task-past-head flex items-center gap-1.5 h-8 type-sm font-[550] text-muted cursor-pointer"
        aria-expanded={!isFolded}
        onClick={() => fold(!isFolded)}
      >
        <ChevronDown />
        {t(isAll || today.length === 0 ? 'tasks.done' : 'tasks.doneToday')}{' '}
        <span className="count">{number(isAll || today.length === 0 ? done.length : today.length)}</span>
      </button>
      {!isFolded && (
        <>
          {groups.map(({ day, tasks }) => (
            <div key={day ?? ''}>
              {day && <h3 className="mt-3 mr-0 mb-1 ml-16 type-xs font-[550] text-faint">{day}</h3>}
              <ul className="grid">
                {tasks.map((task) => (
                  <li key={task.id} className="task task-done">
                    <span />
                    <input
                      type="checkbox"
                      className="checkbox task-check"
                      aria-label={t('tasks.reopen', task)}
                      checked
                      onChange={() => onReopen(task)}
                    />
                    <span className="task-text" title={task.description || undefined}>
                      <b>{task.text}</b>
                    </span>
                    <span className="row-actions">
                      <IconButton size="xs" label={t('tasks.remove', task)} onClick={() => onRemove(task)}>
                        <Trash2 />
                      </IconButton>
                    </span>
                    <time dateTime={task.completed_at ?? ''}>{days.time(task.completed_at ?? now)}</time>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {isShort && (
            <Button
              size="sm"
              tone="ghost"
              className="mt-1 mr-0 mb-0 ml-16 px-0 text-primary-ink"
              onClick={() => setAll(true)}
            >
              {t('tasks.all', { count: done.length })}
            </Button>
          )}
          {isAll && done.length >= KEPT_COMPLETED_TASKS && (
            <p className="mt-2 mr-0 mb-0 ml-16 type-xs text-faint">
              {t('tasks.kept', { count: KEPT_COMPLETED_TASKS })}
            </p>
          )}
        </>
      )}
    </section>
  )
}
