import './editor.css'
import './formatted.css'
import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { createEditor, htmlIn } from './create'
import { withChips } from './html'
import { LinkBox } from './LinkBox'
import { variableWords } from './names'
import { Toolbar } from './Toolbar'

export type RichEditorProps = {
  label: string
  /** With variables as `{{name}}`. */
  value: string
  onChange(html: string): void
  names: readonly string[]
  placeholder?: string
  isInvalid?: boolean
  /** In a frame of its own, as a field of a form. */
  isBoxed?: boolean
  autoFocus?: boolean
  onSend?: () => void
}

/** A text with bold, links, lists and the like. What is pasted keeps only what the toolbar can do. */
export function RichEditor({
  label,
  value,
  onChange,
  names,
  placeholder,
  isInvalid,
  isBoxed,
  autoFocus,
  onSend,
}: RichEditorProps) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const known = useRef(value)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [isLinking, setLinking] = useState(false)
  const change = useEffectEvent((html: string) => {
    known.current = html
    onChange(html)
  })
  const send = useEffectEvent(() => onSend?.())
  const create = useEffectEvent((element: HTMLElement) =>
    createEditor({
      element,
      html: value,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'rich-text formatted',
        spellcheck: 'true',
        ...(placeholder && { 'data-placeholder': placeholder }),
      },
      wordsOf: (name) => variableWords(t, name),
      onHtml: (html) => change(html),
      onChange: redraw,
      onLink: () => setLinking(true),
      onSend: onSend && (() => send()),
    }),
  )
  const focus = useEffectEvent((made: Editor) => {
    if (autoFocus) made.commands.focus('end')
  })
  useEffect(() => {
    if (!place.current) return
    const made = create(place.current)
    setEditor(made)
    focus(made)
    return () => made.destroy()
  }, [])
  // A template was chosen, or the draft discarded.
  useEffect(() => {
    if (!editor || value === known.current) return
    known.current = value
    editor.commands.setContent(withChips(value), { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="rich" data-boxed={isBoxed || undefined} data-invalid={isInvalid || undefined}>
      {editor && <Toolbar editor={editor} names={names} onLink={() => setLinking(true)} />}
      {editor && isLinking && <LinkBox editor={editor} onClose={() => setLinking(false)} />}
      <div
        ref={place}
        className="rich-place relative flex flex-1 min-w-0"
        data-empty={(editor !== null && htmlIn(editor) === '') || undefined}
      />
    </div>
  )
}
