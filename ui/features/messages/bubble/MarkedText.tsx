import { createContext, Fragment, type ReactNode, use } from 'react'
import { type MarkedText, markedParts } from '../rules/marks'

/** Highlights in the messages below. */
export const MarkedContext = createContext<MarkedText | null>(null)

/** The highlights of one message. */
export function useMarked(messageId: number): MarkedText | null {
  const marked = use(MarkedContext)
  return marked && (marked.messageId ?? messageId) === messageId ? marked : null
}

/** A text with highlighted matches. */
export function markText(text: string, marked: MarkedText | null): ReactNode {
  if (!marked || marked.needles.length === 0) return text
  return markedParts(text, marked).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
    part.isMarked ? <mark key={at}>{part.text}</mark> : <Fragment key={at}>{part.text}</Fragment>,
  )
}
