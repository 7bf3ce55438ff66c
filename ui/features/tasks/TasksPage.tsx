import './tasks.css'
import { ListChecks } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Task } from '../../../src/features/tasks/contract'
import { isCovered } from '../../shared/covered'
import { useDays } from '../../shared/i18n/useDays'
import { useText } from '../../shared/i18n/useText'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Segment } from '../../shared/kit/Segment'
import { Skeleton } from '../../shared/kit/Skeleton'
import { StaleNote } from '../../shared/kit/StaleNote'
import { toast } from '../../shared/kit/toast'
import { useNow } from '../../shared/kit/useNow'
import { lazyPart } from '../../shared/lazyPart'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useLateRemoval } from '../../shared/live/useLateRemoval'
import { useUser } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'
import { tasks } from './api'
import { DoneTasks } from './DoneTasks'
import { NewTask } from './NewTask'
import { type OpenTask, OpenTasks } from './OpenTasks'
import { type Filter, filters, isIn } from './plan'

const TaskForm = lazyPart(() => import('./TaskForm').then((file) => file.TaskForm))

/** The user's tasks, and those that they gave to colleagues. Everything is saved automatically. */
export function TasksPage() {
  const t = useText()
  usePageTitle(t('tasks.title'))
  const rows = useRows(tasks)
  const { update, remove } = useCrud(tasks)
  const [opened, setOpened] = useState<OpenTask | null>(null)
  const floor = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useNewKey(() => input.current?.focus())
  const now = useNow(60_000)
  const days = useDays()
  const { id: me } = useUser()
  const [filter, setFilter] = useState<Filter>('all')
  const [planned, setPlanned] = useState<Task | null>(null)
  const all = rows.all ?? []
  const look = { me, now, dayOf: (at: string | number) => days.key(at) }
  const openIn = (filter: Filter) => all.filter((task) => !task.completed && isIn(filter, task, look))
  const own = openIn('all')
  const open = openIn(filter)
  const done = all.filter((task) => task.completed && isIn(filter === 'given' ? 'given' : 'all', task, look))
  const hasPlans = all.some(({ due_at, user }) => due_at !== null || user.id !== me)

  async function mark({ id, text }: Task, completed: boolean) {
    const change = (completed: boolean) =>
      update(id, { completed }, { completed, completed_at: completed ? new Date().toISOString() : null })
    const failed = (failure: unknown) => toast.failed(t('tasks.error.update'), failure)
    try {
      const marked = change(completed)
      if (completed) toast.undoOf(marked, t('tasks.completed', { text }), () => void change(false).catch(failed))
      await marked
    } catch (failure) {
      failed(failure)
    }
  }
  const removeLate = useLateRemoval<Task>(tasks.key, remove, t('tasks.error.delete'))
  const erase = (task: Task) => {
    if (opened?.id === task.id) setOpened(null)
    removeLate(task, t('tasks.deleted', task))
  }

  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('tasks.title')}</h1>
        <span className="page-count">{rows.all && t('tasks.open', { count: own.length })}</span>
      </div>
      {rows.error && rows.all && <StaleNote onRetry={rows.retry} />}
      {rows.error && !rows.all ? (
        <ErrorState error={rows.error} title={t('tasks.error.list')} onRetry={rows.retry} />
      ) : (
        <div
          className="tasks-floor flex-1 min-h-0 overflow-y-auto px-6 pt-0 pb-8 border-t border-line max-md:px-4 max-md:pt-2 max-md:pb-22"
          ref={floor}
        >
          <NewTask
            input={input}
            onCreated={({ id }, isOpen) => {
              floor.current?.scrollTo({ top: 0 })
              if (isOpen) setOpened({ id, startsAt: 'note' })
            }}
            onDown={() => floor.current?.querySelector<HTMLElement>('[data-words]')?.focus()}
          />
          {(hasPlans || filter !== 'all') && (
            <div className="mb-3">
              <Segment
                label={t('tasks.filter.label')}
                value={filter}
                onChange={setFilter}
                items={filters.map((id) => ({ id, label: t(`tasks.filter.${id}`), count: openIn(id).length }))}
              />
            </div>
          )}
          {!rows.all && (
            <Loading className="grid gap-3">
              <Skeleton className="h-11" />
              <Skeleton className="h-11" />
              <Skeleton className="h-11" />
            </Loading>
          )}
          {rows.all && open.length === 0 && (
            <EmptyState
              icon={<ListChecks />}
              title={t(filter === 'all' ? 'tasks.empty.title' : 'tasks.empty.filtered')}
            >
              {t(`tasks.empty.${filter === 'all' ? 'text' : filter}`)}
            </EmptyState>
          )}
          <OpenTasks
            open={open}
            arrived={rows.arrived}
            opened={opened}
            onOpen={setOpened}
            onComplete={(task) => void mark(task, true)}
            onPlan={setPlanned}
            onRemove={erase}
            onUp={() => input.current?.focus()}
          />
          <DoneTasks done={done} onReopen={(task) => void mark(task, false)} onRemove={erase} />
        </div>
      )}
      <Keys />
      {planned && (
        <Suspense>
          <TaskForm task={planned} onClose={() => setPlanned(null)} />
        </Suspense>
      )}
    </main>
  )
}

/** The key N, outside of text fields and dialogs. */
function useNewKey(then: () => void) {
  const run = useEffectEvent(then)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, isComposing, defaultPrevented } = event
      if (key.toLowerCase() !== 'n' || altKey || ctrlKey || metaKey || isComposing || defaultPrevented) return
      if (isCovered()) return
      const isField = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'
      if (target instanceof HTMLElement && target.closest(isField)) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function Keys() {
  const t = useText()
  return (
    <div className="flex items-center gap-4 flex-none min-h-9 px-5 border-t border-line type-xs text-faint whitespace-nowrap overflow-hidden not-phone">
      <span>
        <kbd className="kbd kbd-sm text-muted">N</kbd> {t('tasks.keys.new')}
      </span>
      <span>
        <kbd className="kbd kbd-sm text-muted">Shift Enter</kbd> {t('tasks.keys.note')}
      </span>
      <span>
        <kbd className="kbd kbd-sm text-muted">{t('tasks.keys.space')}</kbd> {t('tasks.keys.done')}
      </span>
      <span>
        <kbd className="kbd kbd-sm text-muted">Alt ↑ ↓</kbd> {t('tasks.keys.move')}
      </span>
      <span>{t('tasks.keys.paste')}</span>
    </div>
  )
}
