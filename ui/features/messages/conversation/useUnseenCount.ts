import { useState } from 'react'
import type { ConversationItem } from '../rules/conversation'

/** How many messages arrived below the visible part. */
export function useNews(items: readonly ConversationItem[]) {
  const lastKey = items.at(-1)?.key
  const [leftAt, setLeftAt] = useState<string | null>(null)
  const isAway = leftAt !== null
  const from = isAway ? items.findIndex(({ key }) => key === leftAt) : -1
  const count =
    from < 0 ? 0 : items.slice(from + 1).filter((item) => item.kind === 'message' && !item.message.fromMe).length
  return {
    isAway,
    count,
    /** Whether the reader is at the end of the conversation. */
    at: (end: boolean) => {
      if (end && isAway) setLeftAt(null)
      if (!end && !isAway && lastKey !== undefined) setLeftAt(lastKey)
    },
  }
}
