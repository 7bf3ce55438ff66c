import { CalendarClock, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { TASK_DESCRIPTION_LENGTH, TASK_LENGTH, type Task } from '../../../src/features/tasks/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { useNow } from '../../shared/kit/useNow'
import { useCrud } from '../../shared/live/useCrud'
import { tasks } from './api'
import { TaskFacts } from './TaskFacts'

type Words = { readonly text: string; readonly description: string }
/** Delay after the last key. */
const SAVED_AFTER = 600

type Props = {
  task: Task
  startsAt: 'text' | 'note'
  /** Closes the row; the focus returns to it. */
  onClose(): void
  /** Opens the dialog with date, reminder, person and contact. */
  onPlan(): void
  onRemove(): void
}

/** An open row: its text and description, saved while typing. */
export function TaskEditor({ task, startsAt, onClose, onPlan, onRemove }: Props) {
  const t = useText()
  const days = useDays()
  const now = useNow(60_000)
  const warning = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  const { draft, write, flush } = useSaved(task)
  const words = { text: task.text, description: task.description, ...draft }
  const isBlank = words.text.trim() === ''
  useEffect(() => {
    const field = (startsAt === 'note' ? note : text).current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [startsAt])

  const close = () => {
    flush()
    onClose()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isInText = event.target === text.current
    if (
      event.key === 'Escape' ||
      (event.key === 'Enter' && (isInText ? !event.shiftKey : event.ctrlKey || event.metaKey))
    ) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && isInText) {
      event.preventDefault()
      note.current?.focus()
    }
  }
  const when = t('tasks.at', { day: days.label(task.created_at, now), time: days.time(task.created_at) })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its two fields
    <div className="task-edit col-[3/5] grid" onKeyDown={keys}>
      <textarea
        ref={text}
        className="w-full bg-transparent outline-none resize-none field-sizing-content wrap-anywhere text-base font-[550] max-md:text-[16px]/5.5"
        rows={1}
        aria-label={t('tasks.text')}
        aria-invalid={isBlank || undefined}
        aria-describedby={isBlank ? warning : undefined}
        maxLength={TASK_LENGTH}
        value={words.text}
        onChange={(event) => write({ text: event.target.value.replace(/[\r\n]+/g, ' ') })}
        onBlur={flush}
      />
      {isBlank && (
        <small id={warning} className="field-error" role="alert">
          {t('tasks.required')}
        </small>
      )}
      <textarea
        ref={note}
        className="w-full bg-transparent outline-none resize-none field-sizing-content wrap-anywhere mt-1 max-h-64 text-muted text-sm/4.75 placeholder:text-faint max-md:text-[16px]/5.5"
        rows={1}
        aria-label={t('tasks.note')}
        placeholder={t('tasks.note')}
        maxLength={TASK_DESCRIPTION_LENGTH}
        value={words.description}
        onChange={(event) => write({ description: event.target.value })}
        onBlur={flush}
      />
      <TaskFacts task={task} />
      <div className="flex items-center mt-1.5 -mr-0.5">
        <span className="text-xs text-faint">{t('tasks.created', { when })}</span>
        <Button
          size="xs"
          tone="ghost"
          className="ml-auto"
          icon={<CalendarClock className="size-3.5!" />}
          onClick={onPlan}
        >
          {t('tasks.plan')}
        </Button>
        <Button
          size="xs"
          tone="ghost"
          className="text-error-ink"
          icon={<Trash2 className="size-3.5!" />}
          onClick={onRemove}
        >
          {t('common.act.delete')}
        </Button>
      </div>
    </div>
  )
}

/** The unsaved text. It is saved after a pause, on blur, and when the row or the page closes. */
function useSaved(task: Task) {
  const t = useText()
  const { update } = useCrud(tasks)
  const [draft, setDraft] = useState<Partial<Words>>({})
  const unsaved = useRef<Partial<Words>>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const known = useRef(task)
  useEffect(() => {
    known.current = task
  })

  async function save() {
    clearTimeout(timer.current)
    const sent = unsaved.current
    const changed = changesIn(sent, known.current)
    if (Object.keys(changed).length === 0) return
    unsaved.current = {}
    try {
      await update(task.id, changed, changed)
    } catch (failure) {
      unsaved.current = { ...sent, ...unsaved.current }
      toast.failed(t('tasks.error.update'), failure)
    }
  }
  const saveLast = useEffectEvent(() => void save())
  useEffect(() => {
    const leave = () => saveLast()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      saveLast()
    }
  }, [])
  const saveNow = () => void save()
  return {
    draft,
    write(words: Partial<Words>) {
      setDraft((before) => ({ ...before, ...words }))
      unsaved.current = { ...unsaved.current, ...words }
      clearTimeout(timer.current)
      timer.current = setTimeout(saveNow, SAVED_AFTER)
    },
    flush: saveNow,
  }
}

/** A blank text is not saved. */
function changesIn({ text, description }: Partial<Words>, task: Task): Partial<Words> {
  const [words, note] = [text?.trim() || task.text, description?.trim() ?? task.description]
  return { ...(words !== task.text && { text: words }), ...(note !== task.description && { description: note }) }
}
