import { createContext, Fragment, type ReactNode, use } from 'react'
import { type Marked, markedParts } from '../rules/marks'

/** Highlights in the messages below. */
export const MarkedContext = createContext<Marked | null>(null)

/** The highlights of one message. */
export function useMarked(messageId: number): Marked | null {
  const marked = use(MarkedContext)
  return marked && (marked.messageId ?? messageId) === messageId ? marked : null
}

/** A text with highlighted matches. */
export function markText(text: string, marked: Marked | null): ReactNode {
  if (!marked || marked.needles.length === 0) return text
  return markedParts(text, marked).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
    part.isMarked ? <mark key={at}>{part.text}</mark> : <Fragment key={at}>{part.text}</Fragment>,
  )
}
