/** Writes at the cursor as typing would: undo and React's change event included. */
export function insertInto(box: HTMLTextAreaElement, text: string): void {
  box.focus()
  // The only way that keeps the browser's undo history; deprecated without a successor.
  if (document.execCommand('insertText', false, text)) return
  box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end')
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
