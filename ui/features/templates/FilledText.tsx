import { Fragment } from 'react'
import { piecesOf } from '../../../src/channels/templates/filling/contract'
import { drawRich } from '../messages/bubble/RichText'
import { parseRich, type Rich } from '../messages/rules/formatting'

type Props = {
  text: string
  values: readonly string[]
  label(variable: number): string
  /** As WhatsApp formats the text of a message. A heading is not. */
  isFormatted?: boolean
}

/** A template's text with its values, which stand out; one that is missing shows its name. */
export function FilledText({ text, values, label, isFormatted = false }: Props) {
  const pieces = piecesOf(text, values)
  const show = (at: number) => {
    const { text: value = '', variable = null } = pieces[at] ?? {}
    if (variable === null) return value
    return value === '' ? (
      <span className="template-gap">{label(variable)}</span>
    ) : (
      <b className="font-semibold">{value}</b>
    )
  }
  if (!isFormatted) return pieces.map((_, at) => <Fragment key={keyAt(at)}>{show(at)}</Fragment>)
  // Formatting may begin before a variable and end after it, so that the text is read with a mark in its place.
  const marked = pieces.map((piece, at) => (piece.variable === null ? piece.text : markOf(at))).join('')
  const plain = (words: string) => words.replace(MARK, (mark) => pieces[positionOf(mark)]?.text ?? '')
  const say = (words: string) =>
    words
      .split(MARK_OR_WORDS)
      .map((part, at) => <Fragment key={keyAt(at)}>{part.search(MARK) === 0 ? show(positionOf(part)) : part}</Fragment>)
  return drawRich(inCode(parseRich(marked), plain), say)
}

const keyAt = (at: number) => `${at}`

/** Characters that nobody types, one for each piece. */
const FIRST = 0xe000
const MARK = /[\uE000-\uF8FF]/g
const MARK_OR_WORDS = /([\uE000-\uF8FF])/
const markOf = (at: number) => String.fromCharCode(FIRST + at)
const positionOf = (mark: string) => mark.charCodeAt(0) - FIRST

/** Code and links show their values without marking them. */
const inCode = (parts: readonly Rich[], plain: (words: string) => string): readonly Rich[] =>
  parts.map((part): Rich => {
    if ('children' in part) return { ...part, children: inCode(part.children, plain) }
    if (part.kind === 'text') return part
    return part.kind === 'link'
      ? { ...part, text: plain(part.text), href: plain(part.href) }
      : { ...part, text: plain(part.text) }
  })
