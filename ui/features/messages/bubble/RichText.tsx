import { createContext, Fragment, memo, type ReactNode, use } from 'react'
import type { Mention } from '../../../../src/channels/contract'
import { spokenParts } from '../../../../src/channels/mentions/contract'
import { partsByName } from '../rules/completion'
import { parseRich, type Rich } from '../rules/formatting'
import type { MarkedText } from '../rules/marks'
import { markText } from './MarkedText'

type MentionTarget = {
  mentions?: readonly Mention[] | undefined
  everybody?: boolean | undefined
  /** Names mentioned in a note. */
  colleagues?: readonly { readonly name: string }[] | undefined
  marked?: MarkedText | null
}

/** A message's text formatted as WhatsApp does. Built from nodes, never from HTML: a contact cannot inject markup. */
export const RichText = memo(function RichText({ text, ...meant }: { text: string } & MentionTarget) {
  return <RichParts parts={parseRich(text)} {...meant} />
})

type PartsProps = { parts: readonly Rich[] } & MentionTarget

export const RichParts = memo(function RichParts({
  parts,
  mentions = nobody,
  everybody = false,
  colleagues,
  marked = null,
}: PartsProps) {
  const say = (words: string) =>
    colleagues
      ? partsByName(
          words,
          colleagues.map(({ name }) => name),
        ).map((part, at) =>
          at % 2 === 1 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
            <b key={at} className="mention">
              {part}
            </b>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
            <Fragment key={at}>{markText(part, marked)}</Fragment>
          ),
        )
      : mentions.length === 0 && !everybody
        ? markText(words, marked)
        : spokenParts(words, mentions, everybody).map((part, at) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
            if (part.mention === null) return <Fragment key={at}>{markText(part.text, marked)}</Fragment>
            const { mention } = part
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
              <b key={at} className="mention">
                {mention === 'everybody' ? part.text : `@${mention.name}`}
              </b>
            )
          })
  return <>{drawRich(parts, say)}</>
})

/** `say` draws the plain words. */
export const drawRich = (parts: readonly Rich[], say: (words: string) => ReactNode): ReactNode =>
  parts.map((part, at) => draw(part, at, say))

/** Starts a conversation with a number; null where that is not offered, and numbers are plain text. */
export const WriteTo = createContext<((number: string) => void) | null>(null)

function PhoneLink({ text, href }: { text: string; href: string }) {
  const write = use(WriteTo)
  if (!write) return text
  return (
    <button
      type="button"
      className="cursor-pointer text-primary-ink underline decoration-dotted underline-offset-2"
      onClick={() => write(href.replace(/\D/g, ''))}
    >
      {text}
    </button>
  )
}

const nobody: readonly Mention[] = []

function draw(part: Rich, key: number, say: (words: string) => ReactNode): ReactNode {
  const inside = (children: readonly Rich[]) => children.map((child, at) => draw(child, at, say))
  switch (part.kind) {
    case 'text':
      return <Fragment key={key}>{say(part.text)}</Fragment>
    case 'code':
      return (
        <code key={key} className="rich-code">
          {part.text}
        </code>
      )
    case 'block':
      return (
        <code key={key} className="rich-code block">
          {part.text}
        </code>
      )
    case 'link':
      if (part.href.startsWith('tel:')) return <PhoneLink key={key} text={part.text} href={part.href} />
      return (
        <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      )
    case 'bold':
      return <b key={key}>{inside(part.children)}</b>
    case 'italic':
      return <i key={key}>{inside(part.children)}</i>
    case 'strike':
      return <s key={key}>{inside(part.children)}</s>
    case 'quote':
      return (
        <span key={key} className="rich-quote">
          {inside(part.children)}
        </span>
      )
  }
}
