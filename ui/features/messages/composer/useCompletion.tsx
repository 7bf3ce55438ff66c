/** Completes the text before the cursor from a list controlled by the text field's keys. */
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Option, useActiveInView } from '../../../shared/kit/Option'
import type { TypedWord } from '../rules/completion'
import { composer, insertInto } from './box'

export type Picker = {
  /** Returns true if the list used the key. */
  onKey(event: KeyboardEvent): boolean
  /** The cursor moved, or the text changed. */
  onCursor(box: HTMLTextAreaElement): void
  onBlur(): void
  readonly aria: { 'aria-autocomplete'?: 'list'; 'aria-controls'?: string; 'aria-activedescendant'?: string }
}

export type Steering<T> = {
  readonly listId: string
  optionId(place: number): string
  readonly offered: readonly T[]
  readonly active: number
  choose(one: T): void
  reach(place: number): void
  readonly picker: Picker
}

type Find = (text: string, cursor: number) => TypedWord | null

/**
 * `find` detects the token being typed in `text`. `steer` returns its options and the text that a chosen one inserts.
 * Sending empties the text without a cursor event.
 */
export function useCompletion(listId: string, text: string, find: Find) {
  const [seen, setTyped] = useState<TypedWord | null>(null)
  const typed = seen !== null && find(text, seen.to)?.text === seen.text ? seen : null
  const [at, setAt] = useState(0)
  const close = () => setTyped(null)
  const optionId = (place: number) => `${listId}-${place}`

  const steer = <T,>(offered: readonly T[], write: (one: T) => string): Steering<T> => {
    const active = Math.min(at, offered.length - 1)
    const choose = (one: T) => {
      const box = composer()
      if (!box || typed === null) return
      const written = write(one)
      box.focus()
      box.setSelectionRange(typed.from, typed.to)
      insertInto(box, written)
      close()
    }
    const step = (by: 1 | -1) => setAt((active + by + offered.length) % offered.length)
    const onKey = (event: KeyboardEvent) => {
      const one = offered[active]
      if (one === undefined || event.nativeEvent.isComposing) return false
      if (event.key === 'ArrowDown') step(1)
      else if (event.key === 'ArrowUp') step(-1)
      else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') choose(one)
      else if (event.key === 'Escape') close()
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    }
    const onCursor = (box: HTMLTextAreaElement) => {
      const next = box.selectionStart === box.selectionEnd ? find(box.value, box.selectionStart) : null
      if (next?.from === typed?.from && next?.text === typed?.text) return
      setTyped(next)
      setAt(0)
    }
    const aria: Picker['aria'] =
      offered.length === 0
        ? {}
        : { 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-activedescendant': optionId(active) }
    return { listId, optionId, offered, active, choose, reach: setAt, picker: { onKey, onCursor, onBlur: close, aria } }
  }
  return { typed, steer }
}

/** Two completions for one text; at most one of them has options. */
export const either = (one: Picker, other: Picker): Picker => ({
  onKey: (event) => one.onKey(event) || other.onKey(event),
  onCursor(box) {
    one.onCursor(box)
    other.onCursor(box)
  },
  onBlur() {
    one.onBlur()
    other.onBlur()
  },
  aria: { ...one.aria, ...other.aria },
})

type Props<T> = {
  steering: Steering<T>
  label: string
  /** Number of options, for screen readers. */
  count: string
  keyOf(one: T): string | number
  children(one: T): ReactNode
}

/** Completions for the text before the cursor. The cursor stays in the text; arrow keys move in the list. */
export function CompletionList<T>({ steering, label, count, keyOf, children }: Props<T>) {
  const { listId, optionId, offered, active, choose, reach } = steering
  const list = useActiveInView(optionId(active))
  return (
    <>
      <div ref={list} id={listId} className="completion-list" role="listbox" aria-label={label}>
        {offered.map((one, at) => (
          <Option
            key={keyOf(one)}
            id={optionId(at)}
            isActive={at === active}
            onChoose={() => choose(one)}
            onHover={() => reach(at)}
          >
            {children(one)}
          </Option>
        ))}
      </div>
      <span className="sr-only" role="status">
        {count}
      </span>
    </>
  )
}
