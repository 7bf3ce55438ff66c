import './tasks.css'
import { ListChecks, Lock } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Task } from '../../../src/features/tasks/contract'
import { isCovered } from '../../shared/covered'
import { useText } from '../../shared/i18n/useText'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { StaleNote } from '../../shared/kit/StaleNote'
import { toast } from '../../shared/kit/toast'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useLateRemoval } from '../../shared/live/useLateRemoval'
import { usePageTitle } from '../../shared/usePageTitle'
import { tasks } from './api'
import { DoneTasks } from './DoneTasks'
import { NewTask } from './NewTask'
import { type Opened, OpenTasks } from './OpenTasks'

/** The user's own tasks. Everything is saved automatically. */
export function TasksPage() {
  const t = useText()
  usePageTitle(t('tasks.title'))
  const rows = useRows(tasks)
  const { update, remove } = useCrud(tasks)
  const [opened, setOpened] = useState<Opened | null>(null)
  const floor = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useNewKey(() => input.current?.focus())
  const all = rows.all ?? []
  const open = all.filter(({ completed }) => !completed)
  const done = all.filter(({ completed }) => completed)

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
        <span className="page-count">{rows.all && t('tasks.open', { count: open.length })}</span>
        <span className="not-phone flex items-center gap-1.5 text-xs text-faint">
          <Lock className="size-3.5!" />
          {t('tasks.private')}
        </span>
      </div>
      {rows.error && rows.all && <StaleNote onRetry={rows.retry} />}
      {rows.error && !rows.all ? (
        <ErrorState error={rows.error} title={t('tasks.error.list')} onRetry={rows.retry} />
      ) : (
        <div className="tasks-floor" ref={floor}>
          <NewTask
            input={input}
            onCreated={({ id }, isOpen) => {
              floor.current?.scrollTo({ top: 0 })
              if (isOpen) setOpened({ id, startsAt: 'note' })
            }}
            onDown={() => floor.current?.querySelector<HTMLElement>('[data-words]')?.focus()}
          />
          {!rows.all && (
            <Loading className="grid gap-3">
              <Skeleton className="h-11" />
              <Skeleton className="h-11" />
              <Skeleton className="h-11" />
            </Loading>
          )}
          {rows.all && open.length === 0 && (
            <EmptyState icon={<ListChecks />} title={t('tasks.empty.title')}>
              {t('tasks.empty.text')}
            </EmptyState>
          )}
          <OpenTasks
            open={open}
            arrived={rows.arrived}
            opened={opened}
            onOpen={setOpened}
            onComplete={(task) => void mark(task, true)}
            onRemove={erase}
            onUp={() => input.current?.focus()}
          />
          <DoneTasks done={done} onReopen={(task) => void mark(task, false)} onRemove={erase} />
        </div>
      )}
      <Keys />
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
    <div className="task-keys not-phone">
      <span>
        <kbd className="kbd kbd-sm">N</kbd> {t('tasks.keys.new')}
      </span>
      <span>
        <kbd className="kbd kbd-sm">Shift Enter</kbd> {t('tasks.keys.note')}
      </span>
      <span>
        <kbd className="kbd kbd-sm">{t('tasks.keys.space')}</kbd> {t('tasks.keys.done')}
      </span>
      <span>
        <kbd className="kbd kbd-sm">Alt ↑ ↓</kbd> {t('tasks.keys.move')}
      </span>
      <span>{t('tasks.keys.paste')}</span>
    </div>
  )
}
