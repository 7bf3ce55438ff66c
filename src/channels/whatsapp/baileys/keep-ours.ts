/**
 * Works around Baileys: it keeps each message for five minutes, with a timer of its own, in case a phone could not decrypt it
 * and asks for it again. It also keeps those that were received, which nobody can ask us for: in a burst they are most of what
 * a session holds in memory.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Socket } from './baileys'

/** Baileys stores nothing for messages it could not decrypt, so their ids would never be removed. */
const MOST_CAME = 1_000

export function keepOurs({ ws, messageRetryManager: kept }: Pick<Socket, 'ws' | 'messageRetryManager'>): void {
  if (!kept) return
  const came = new Set<string>()
  ws.prependListener('CB:message', ({ attrs: { id = '' } }: BinaryNode) => {
    came.add(id)
    const [oldest = ''] = came
    if (came.size > MOST_CAME) came.delete(oldest)
  })
  const keep = kept.addRecentMessage.bind(kept)
  kept.addRecentMessage = (to, id, message) => {
    if (!came.delete(id)) keep(to, id, message)
  }
}
