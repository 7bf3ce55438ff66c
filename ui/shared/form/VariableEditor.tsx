import { Braces } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { misspelledVariables, variableNames } from '../../../src/tickets/variables/contract'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { IconButton } from '../kit/IconButton'
import { Menu, MenuItem } from '../kit/Menu'
import { chipWords, partsOf, type TextPart } from './variables'

type Props = {
  label: string
  /** With variables as `{{name}}`. */
  value: string
  onChange(text: string): void
  onBlur?(): void
  /** In characters. */
  max: number
  isInvalid?: boolean
  /** Variables that are replaced in this text, the company's own included. */
  names?: readonly string[]
  /** The element that the form focuses on an error. */
  ref?: (box: HTMLElement | null) => void
  autoFocus?: boolean
  /** One line, with the variables in a menu beside it. */
  isLine?: boolean
  placeholder?: string | undefined
}

/** Number of variables offered directly; the rest is a click away. */
const MOST_OFFERED = 8

/** A text editor with variables as chips; the available ones are offered below it. */
export function VariableEditor(props: Props) {
  const { label, value, onChange, onBlur, max, isInvalid, autoFocus, isLine, placeholder, ref } = props
  const names = props.names ?? variableNames
  const t = useText()
  const format = useFormat()
  const box = useRef<HTMLDivElement | null>(null)
  const shown = useRef<string | null>(null)
  const [isAll, setAll] = useState(false)
  const isWhole = isAll || names.length <= MOST_OFFERED
  const nameOf = (name: string) => chipWords(t, name)
  // The company's own variables may load after the text.
  const known = names.join()
  const drawnWith = useRef(known)
  const show = (text: string) => {
    if (!box.current) return
    draw(box.current, partsOf(text, names), nameOf)
    shown.current = text
    drawnWith.current = known
  }
  useLayoutEffect(() => {
    if (shown.current !== value || drawnWith.current !== known) show(value)
  })
  useLayoutEffect(() => {
    if (autoFocus) box.current?.focus()
  }, [autoFocus])

  const read = () => {
    if (!box.current) return
    shown.current = textIn(box.current)
    onChange(shown.current)
  }
  const insert = (name: string) => {
    if (!box.current) return
    box.current.focus()
    putAtCaret(box.current, chipOf(name, nameOf(name)))
    read()
  }
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain')
    document.execCommand('insertText', false, isLine ? text.replace(/\s*\n\s*/g, ' ') : text)
  }
  const breakLine = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isLine) return
    document.execCommand('insertLineBreak')
  }
  return (
    <div className={isLine ? 'relative min-w-0' : 'grid gap-1.5'}>
      {/* biome-ignore lint/a11y/useSemanticElements: a text area cannot hold chips */}
      <div
        ref={(element) => {
          box.current = element
          ref?.(element)
        }}
        className={isLine ? 'editor editor-line' : 'editor'}
        role="textbox"
        tabIndex={0}
        aria-multiline={!isLine}
        aria-placeholder={placeholder}
        data-placeholder={placeholder}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        contentEditable
        suppressContentEditableWarning
        spellCheck
        onInput={read}
        onPaste={paste}
        onKeyDown={breakLine}
        onBlur={() => {
          // Turns a variable typed by name into a chip.
          show(value)
          onBlur?.()
        }}
      />
      <Misspelled text={value} names={names} />
      {isLine ? (
        <VariableMenu
          label={label}
          names={names}
          nameOf={nameOf}
          onChoose={(name) => onChange(isLone(value, names) ? `{{${name}}}` : `${value}{{${name}}}`)}
          finalFocus={() => box.current ?? true}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-1">
          <span className="text-xs text-faint">{t('variables.insert')}</span>
          {(isWhole ? names : names.slice(0, MOST_OFFERED)).map((name) => (
            <button
              key={name}
              type="button"
              className="var-add"
              // Keeps the caret in place.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(name)}
            >
              {nameOf(name)}
            </button>
          ))}
          {!isWhole && (
            <button
              type="button"
              className="var-add"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setAll(true)}
            >
              {t('variables.more')}
            </button>
          )}
          <span className="ml-auto text-xs text-faint nums" data-over={value.length > max || undefined}>
            {t('variables.length', { length: format.number(value.length), max: format.number(max) })}
          </span>
        </div>
      )}
    </div>
  )
}

/** Names what stands in braces and is sent as it is written. */
function Misspelled({ text, names }: { text: string; names: readonly string[] }) {
  const t = useText()
  const [first] = misspelledVariables(text, names)
  return (
    <small role="status" className="text-warning-ink empty:hidden">
      {first !== undefined && t('variables.misspelled', { words: first })}
    </small>
  )
}

/** Another variable takes the place of a lone one. */
function isLone(text: string, names: readonly string[]): boolean {
  const [first, second] = partsOf(text, names)
  return first !== undefined && 'variable' in first && second === undefined
}

type MenuOfNames = {
  label: string
  finalFocus(): HTMLElement | true
  names: readonly string[]
  nameOf(name: string): string
  onChoose(name: string): void
}

function VariableMenu({ label, names, nameOf, onChoose, finalFocus }: MenuOfNames) {
  const t = useText()
  return (
    <Menu
      align="end"
      finalFocus={finalFocus}
      trigger={
        <IconButton className="editor-names" size="xs" label={t('variables.choose', { field: label })}>
          <Braces />
        </IconButton>
      }
    >
      {names.map((name) => (
        <MenuItem key={name} onSelect={() => onChoose(name)}>
          <span className="var">{nameOf(name)}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

function chipOf(name: string, words: string): HTMLElement {
  const chip = document.createElement('span')
  chip.className = 'var'
  chip.contentEditable = 'false'
  chip.dataset.variable = name
  chip.textContent = words
  return chip
}

function draw(box: HTMLElement, parts: readonly TextPart<string>[], nameOf: (name: string) => string) {
  box.replaceChildren(
    ...parts.map((part) => ('text' in part ? part.text : chipOf(part.variable, nameOf(part.variable)))),
  )
}

/** The editor's text, with variables by name. The browser appends a line break that nobody typed. */
const textIn = (box: HTMLElement): string => read(box).replace(/\n$/, '').replaceAll('\u00a0', ' ')

const read = (node: Node): string =>
  [...node.childNodes]
    .map((child) => {
      if (child instanceof HTMLElement) {
        if (child.dataset.variable) return `{{${child.dataset.variable}}}`
        return child.tagName === 'BR' ? '\n' : `${child.tagName === 'DIV' ? '\n' : ''}${read(child)}`
      }
      return child.textContent ?? ''
    })
    .join('')

function putAtCaret(box: HTMLElement, chip: HTMLElement) {
  const selection = getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : document.createRange()
  if (!box.contains(range.startContainer)) {
    range.selectNodeContents(box)
    range.collapse(false)
  }
  range.deleteContents()
  range.insertNode(chip)
  range.setStartAfter(chip)
  range.collapse(true)
  selection?.removeAllRanges()
  selection?.addRange(range)
}
