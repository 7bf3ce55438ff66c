/** Files of imported messages stay with the messenger until a page shows them: each page requests its own. */
import type { Cx } from '../../platform/cx'
import { execute, getColumn } from '../../platform/sql'
import { isStorageFull } from '../../platform/sqlite'
import type { Message } from '../messages/contract'
import { mediaDue } from '../messages/events'

export function requestShownFiles(cx: Cx, shown: readonly Message[]) {
  const missing = shown.filter(({ media }) => media?.state === 'missing').map(({ id }) => id)
  if (missing.length === 0) return
  const unasked = getColumn<number>(
    cx.db,
    `SELECT id FROM messages WHERE id IN (SELECT value FROM json_each(?)) AND imported = 1
       AND NOT EXISTS (SELECT 1 FROM downloads WHERE message_id = messages.id)`,
    JSON.stringify(missing),
  )
  if (unasked.length === 0) return
  try {
    ask(cx, unasked)
  } catch (error) {
    if (!isStorageFull(error)) throw error // reading must work on a full disk, too: the next view requests it
  }
}

function ask(cx: Cx, messageIds: readonly number[]) {
  cx.transaction((cx) => {
    for (const messageId of messageIds) {
      execute(cx.db, 'INSERT INTO downloads (message_id, next_at) VALUES (?, ?)', [messageId, cx.now()])
      cx.happened(mediaDue({ messageId }))
    }
  })
}
