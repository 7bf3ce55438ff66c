import { useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { type Unread, unreadIn } from '../rules/conversation'

type Found = { readonly count: number; readonly unread: Unread | undefined }

/**
 * The messages that were unread when the conversation was opened: they stay marked although they are read by now.
 * `items` newest first.
 */
export function useUnread({ unreadMessages }: TicketSummary, items: readonly Message[]): Found {
  const [count] = useState(unreadMessages)
  const [newest, setNewest] = useState<string>()
  const [found, setFound] = useState<Unread>()
  const last = newest ?? items[0]?.createdAt
  if (last !== newest) setNewest(last)
  if (found || last === undefined) return { count, unread: found }
  // Messages that arrived since do not count, but those of older pages do.
  const unread = unreadIn(items.filter(({ createdAt }) => createdAt <= last).toReversed(), count)
  if (unread) setFound(unread)
  return { count, unread }
}
