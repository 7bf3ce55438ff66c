import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { on } from '../../platform/extensions'
import { execute } from '../../platform/sql'
import { messagePosted } from '../../tickets/messages/events'
import { canSee } from '../../tickets/visibility'
import { deletedWithUser } from '../../users/belongings'
import { mentionsSeen, noteMentioned, type SeenMentions } from './contract'
import { listMentionsIn } from './queries'

/** Only own mentions; unknown ids are ignored. */
export const seeMentions = (cx: Cx, { userId }: Actor, { ids }: SeenMentions): void =>
  cx.transaction((cx) => {
    execute(cx.db, 'DELETE FROM note_mentions WHERE user_id = ? AND id IN (SELECT value FROM json_each(?))', [
      userId,
      JSON.stringify(ids),
    ])
    cx.emit(mentionsSeen({ ids }), (listener) => listener.userId === userId)
  })

const keepMentions = on(messagePosted, 'inTransaction', (cx, { ticket, message }) => {
  const { colleagues = [] } = message.extra ?? {}
  if (colleagues.length === 0) return
  for (const { id } of colleagues)
    execute(cx.db, 'INSERT INTO note_mentions (user_id, message_id) VALUES (?, ?)', [id, message.id])
  for (const { userId, ...mention } of listMentionsIn(cx.db, message.id))
    cx.emit(noteMentioned({ mention }), (listener) => listener.userId === userId && canSee(listener, ticket))
})

export const mentionSubscribers = [keepMentions, deletedWithUser('note_mentions')]
