/** The composer's text field: the focus returns to it, and text is written into it. */
import { PHONE } from '../../../shared/useMedia'

/** Null where writing is impossible: a colleague's ticket, or during a recording. */
export function composer(): HTMLTextAreaElement | null {
  const box = document.getElementById('composer')
  return box instanceof HTMLTextAreaElement ? box : null
}

/**
 * `finalFocus` for popups: the composer, or true (where the focus was before) on a phone, whose keyboard would cover
 * the conversation.
 */
export const writingTarget = (): HTMLElement | true => (matchMedia(PHONE).matches ? true : (composer() ?? true))

export function backToWriting(): void {
  const place = writingTarget()
  if (place !== true) place.focus()
}

/** Inserts at the cursor like typing: keeps undo, and fires React's change event. */
export function insertInto(box: HTMLTextAreaElement, text: string): void {
  box.focus()
  // The only way that keeps the browser's undo history; deprecated without a successor.
  if (document.execCommand('insertText', false, text)) return
  box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end')
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
