/** Hands the past of a phone to the import of the connection, if it wants one. */
import type { BackfillChat, BackfillListener } from '../backfill'
import type { ConnectionRef } from '../channel'
import type { HistoryPiece } from './product'

/** Messages per transaction. */
const MESSAGES_PER_SLICE = 200

export function takeHistory(backfill: BackfillListener, ref: ConnectionRef, piece: HistoryPiece): void {
  const scope = backfill.scope(ref)
  if (!scope) return
  const { part, percent } = piece
  const chats = piece.chats.flatMap((chat): BackfillChat | [] => {
    const entries = chat.entries.filter(
      (one) => !('message' in one) || (one.message.sentAt >= scope.from && one.message.sentAt <= scope.to),
    )
    return entries.length > 0 ? { ...chat, entries } : []
  })
  let done = backfill.position(ref, part)
  let position = 0
  for (const slice of slicesOf(chats)) {
    position++
    if (done === null) return
    if (position <= done) continue
    if (!backfill.take(ref, { part, position, percent, skipped: 0, chats: slice, missed: [] })) return
    done = position
  }
  if (percent >= 100) backfill.ended(ref, null)
}

function* slicesOf(chats: readonly BackfillChat[]): Generator<readonly BackfillChat[]> {
  for (const chat of chats)
    for (let from = 0; from < chat.entries.length; from += MESSAGES_PER_SLICE) {
      const to = from + MESSAGES_PER_SLICE
      yield [{ ...chat, entries: chat.entries.slice(from, to), end: to >= chat.entries.length ? chat.end : null }]
    }
}
