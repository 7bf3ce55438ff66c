import { ArrowUp, Plus } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { type CreateTask, MOST_TASKS_AT_ONCE, TASK_LENGTH, type Task } from '../../../src/features/tasks/contract'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { createTasks, tasks } from './api'
import { tasksIn } from './spec'

type Props = {
  input: RefObject<HTMLInputElement | null>
  /** A task was created; `isOpen` opens its description. */
  onCreated(task: Task, isOpen: boolean): void
  /** Moves the focus to the first task of the list. */
  onDown(): void
}

/** The input row: Enter adds the task and keeps the focus, and a pasted list becomes one task per line. */
export function NewTask({ input, onCreated, onDown }: Props) {
  const t = useText()
  const [text, setText] = useState('')
  const { create, remove } = useCrud(tasks)

  async function add(isOpen: boolean) {
    const wanted = text.trim()
    if (wanted === '') return setText('')
    setText('')
    try {
      onCreated(await create({ text: wanted }), isOpen)
    } catch (failure) {
      // Restores the text without losing what was typed meanwhile.
      setText((now) => (now === '' ? wanted : `${wanted} ${now}`))
      toast.failed(t('tasks.error.create'), failure)
    }
  }
  async function addAll(wanted: readonly CreateTask[], left: number) {
    try {
      const made = await createTasks(wanted)
      toast.undo(t('tasks.pasted', { count: made.length }), () => {
        for (const { id } of made) remove(id).catch((failure) => toast.failed(t('tasks.error.delete'), failure))
      })
      if (left > 0) toast.warning(t('tasks.tooMany', { count: left, most: MOST_TASKS_AT_ONCE }))
    } catch (failure) {
      toast.failed(t('tasks.error.create'), failure)
    }
  }
  const paste = (event: ClipboardEvent) => {
    const { tasks: found, left } = tasksIn(event.clipboardData.getData('text'))
    if (found.length < 2) return
    event.preventDefault()
    void addAll(found, left)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      onDown()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      void add(event.shiftKey)
    } else if (event.key === 'Escape') setText('')
  }
  return (
    <form
      className="task-new"
      onSubmit={(event) => {
        event.preventDefault()
        void add(false)
      }}
    >
      <span className="grid place-items-center w-6 text-primary-ink">
        <Plus />
      </span>
      <input
        className="flex-1 min-w-0 h-full bg-transparent outline-none type-base max-md:text-[16px]/5.5"
        ref={input}
        aria-label={t('tasks.new')}
        aria-keyshortcuts="N"
        placeholder={t('tasks.new')}
        maxLength={TASK_LENGTH}
        enterKeyHint="done"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={paste}
        onKeyDown={keys}
      />
      <kbd className="kbd kbd-sm not-phone" aria-hidden>
        Enter
      </kbd>
      <IconButton
        type="submit"
        tone="primary"
        size="md"
        className="only-phone text-primary-content!"
        label={t('tasks.add')}
      >
        <ArrowUp />
      </IconButton>
    </form>
  )
}
