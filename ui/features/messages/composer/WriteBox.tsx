import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { MESSAGE_LENGTH } from '../../../../src/tickets/messages/contract'
import { PHONE } from '../../../shared/useMedia'
import { meantFiles, nameOfPasted } from '../rules/attachments'
import type { Picker } from './useCompletion'

type Props = {
  text: string
  onText(text: string): void
  onSubmit(): void
  label: string
  placeholder: string
  picker: Picker
  /** Files were pasted. */
  onFiles(files: readonly File[]): void
  /** The arrow up in an empty field. */
  onUp?(): void
  /** Instead of leaving the field. */
  onEscape?(): void
}

/** Grows to five lines. Enter sends, Shift and Enter begin a new line; on a phone Enter is a new line and the button sends. */
export function WriteBox({ text, onText, onSubmit, label, placeholder, picker, onFiles, onUp, onEscape }: Props) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // On a phone the keyboard would cover the conversation.
    if (matchMedia(PHONE).matches || !box.current) return
    const { value } = box.current
    box.current.focus()
    // Otherwise browsers put the cursor before the existing text.
    box.current.setSelectionRange(value.length, value.length)
  }, [])
  const press = (event: KeyboardEvent) => {
    if (picker.onKey(event)) return
    if (event.key === 'ArrowUp' && text === '' && onUp) {
      event.preventDefault()
      return onUp()
    }
    if (event.key === 'Escape' && onEscape && !event.nativeEvent.isComposing) {
      event.preventDefault()
      return onEscape()
    }
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      matchMedia('(pointer: coarse)').matches
    )
      return
    event.preventDefault()
    onSubmit()
  }
  const paste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    const meant = meantFiles([...files], types.includes('text/plain') ? event.clipboardData.getData('text/plain') : '')
    if (meant.length === 0) return
    event.preventDefault()
    onFiles(meant.map((file) => new File([file], nameOfPasted(file, new Date()), { type: file.type })))
  }
  return (
    <textarea
      ref={box}
      id="composer"
      className="composer-text composer-write"
      rows={1}
      dir="auto"
      maxLength={MESSAGE_LENGTH}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      {...picker.aria}
      onChange={(event) => {
        onText(event.target.value)
        picker.onCursor(event.target)
      }}
      onSelect={(event) => picker.onCursor(event.currentTarget)}
      onBlur={picker.onBlur}
      onKeyDown={press}
      onPaste={paste}
    />
  )
}
