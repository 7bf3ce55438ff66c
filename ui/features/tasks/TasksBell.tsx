import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, ListChecks } from 'lucide-react'
import { type Task, taskDeleted, taskReminds, taskUpdated } from '../../../src/features/tasks/contract'
import { useText } from '../../shared/i18n/useText'
import { Bell } from '../../shared/kit/Bell'
import { BellList } from '../../shared/kit/BellList'
import { useBellAct } from '../../shared/kit/useBellAct'
import { useEvent } from '../../shared/live/useEvent'
import { completeTask, dueTasksQuery, seeTasks } from './bellApi'

/** Tasks that have reminded the user and are neither seen nor done; hidden without any. */
export function TasksBell() {
  const t = useText()
  const { data: due = [], refetch } = useQuery(dueTasksQuery)
  useEvent(taskReminds, () => void refetch())
  useEvent(taskUpdated, ({ task }) => {
    if (task.is_reminding || due.some(({ id }) => id === task.id)) void refetch()
  })
  useEvent(taskDeleted, ({ taskId }) => {
    if (due.some(({ id }) => id === taskId)) void refetch()
  })
  return (
    <Bell words={t('tasks.bell.count', { count: due.length })} count={due.length} icon={<ListChecks />} isFleeting>
      {(close) => <Due due={due} onGo={close} />}
    </Bell>
  )
}

function Due({ due, onGo }: { due: readonly Task[]; onGo(): void }) {
  const t = useText()
  const navigate = useNavigate()
  const act = useBellAct(dueTasksQuery.queryKey)
  return (
    <BellList
      icon={<ListChecks />}
      title={t('tasks.bell.title')}
      none={t('tasks.bell.none')}
      allSeen={t('tasks.bell.allSeen')}
      onSeen={(ids) => void act(seeTasks(ids))}
      items={due.map((task) => ({
        id: task.id,
        title: task.text,
        text: task.contact?.name ?? '',
        at: task.due_at,
        open: t('tasks.bell.open', task),
        seen: t('tasks.bell.seen', task),
        also: {
          label: t('tasks.bell.done', task),
          icon: <CircleCheck />,
          onSelect: () => void act(completeTask(task.id)),
        },
        onOpen() {
          onGo()
          void navigate({ to: '/todolist' })
        },
      }))}
    />
  )
}
