import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CircleCheck, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { type Task, taskDeleted, taskReminds, taskUpdated } from '../../../src/features/tasks/contract'
import { useText } from '../../shared/i18n/useText'
import { Ago } from '../../shared/kit/Ago'
import { EmptyState } from '../../shared/kit/EmptyState'
import { IconButton } from '../../shared/kit/IconButton'
import { Popover } from '../../shared/kit/Popover'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { completeTask, dueTasksQuery, seeTasks } from './bellApi'

/** Tasks that have reminded the user and are neither seen nor done; hidden without any. */
export function TasksBell() {
  const t = useText()
  const client = useQueryClient()
  const { data: due = [], refetch } = useQuery(dueTasksQuery)
  const [open, setOpen] = useState(false)
  useEvent(taskReminds, () => void refetch())
  useEvent(taskUpdated, ({ task }) => {
    if (task.is_reminding || due.some(({ id }) => id === task.id)) void refetch()
  })
  useEvent(taskDeleted, ({ taskId }) => {
    if (due.some(({ id }) => id === taskId)) void refetch()
  })
  const act = async (action: Promise<unknown>) => {
    try {
      await action
      await client.invalidateQueries({ queryKey: dueTasksQuery.queryKey })
    } catch (failure) {
      toast.failure(failure)
    }
  }
  if (due.length === 0 && !open) return null
  const words = t('tasks.bell.count', { count: due.length })
  return (
    <Popover
      label={words}
      open={open}
      onOpenChange={setOpen}
      className="float-list w-80 p-1"
      trigger={
        <IconButton label={words} badge={due.length}>
          <ListChecks />
        </IconButton>
      }
    >
      <div className="bell-head">
        <h2>{t('tasks.bell.title')}</h2>
        <Link to="/todolist" className="text-xs text-primary-ink" onClick={() => setOpen(false)}>
          {t('tasks.bell.open')}
        </Link>
      </div>
      {due.length === 0 && <EmptyState heading="h2" icon={<ListChecks />} title={t('tasks.bell.none')} />}
      <ul>
        {due.map((task: Task) => (
          <li key={task.id} className="flex items-center gap-1 px-2 py-1">
            <span className="two min-w-0 flex-1">
              <b className="truncate">{task.text}</b>
              {task.contact && <small className="truncate">{task.contact.name}</small>}
            </span>
            {task.due_at && <Ago at={task.due_at} className="text-2xs text-faint" />}
            <IconButton label={t('tasks.bell.done', task)} onClick={() => void act(completeTask(task.id))}>
              <CircleCheck />
            </IconButton>
            <IconButton label={t('tasks.bell.seen', task)} onClick={() => void act(seeTasks([task.id]))}>
              <Check />
            </IconButton>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
