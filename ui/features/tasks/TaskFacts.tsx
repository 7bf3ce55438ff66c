import { AlarmClock, CalendarClock, UserRound } from 'lucide-react'
import type { Task } from '../../../src/features/tasks/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useText } from '../../shared/i18n/useText'
import { classes } from '../../shared/kit/classes'
import { useNow } from '../../shared/kit/useNow'
import { useUser } from '../../shared/session/useUser'
import { isLate } from './plan'
import { useDueWords } from './useDueWords'

/** A task's date, the person who gave it or will do it, and its contact. */
export function TaskFacts({ task }: { task: Task }) {
  const t = useText()
  const now = useNow(60_000)
  const days = useDays()
  const due = useDueWords()
  const { id: me } = useUser()
  const { due_at, remind_at, user, author, contact } = task
  if (due_at === null && author === null && user.id === me && contact === null) return null
  return (
    <span className="task-facts flex flex-wrap gap-y-0.5 gap-x-3 mt-0.5 text-xs text-muted">
      {due_at !== null && (
        <span className={classes(isLate(task, now) && 'text-error-ink')}>
          <CalendarClock />
          {due(due_at, now)}
          {isLate(task, now) && <span className="sr-only"> ({t('tasks.late')})</span>}
        </span>
      )}
      {remind_at !== null && (
        <span title={t('tasks.remindsAt', { time: `${due(remind_at, now)}` })}>
          <AlarmClock aria-label={t('tasks.remindsAt', { time: days.time(remind_at) })} />
        </span>
      )}
      {user.id !== me && (
        <span>
          <UserRound />
          {t('tasks.givenTo', user)}
        </span>
      )}
      {user.id === me && author !== null && (
        <span>
          <UserRound />
          {t('tasks.givenBy', author)}
        </span>
      )}
      {contact !== null && <span className="truncate">{contact.name}</span>}
    </span>
  )
}
