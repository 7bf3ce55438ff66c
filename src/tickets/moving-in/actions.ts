/** What was done to moved messages: edits, deletions and reactions that the other product stored as rows of their own. */
import type { MessageAction } from '../../channels/channel'
import { execute } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { addEdit } from '../messages/edit-history'
import { findMessage } from '../messages/queries'
import { storeReaction } from '../messages/reactions'

/** Each returns false if nothing changed. */
export function applyEdit(db: Db, id: number, edit: { externalId: string; body: string; at: number }): boolean {
  const message = findMessage(db, id)
  return message !== undefined && message.body !== edit.body && addEdit(db, message, edit)
}

export const applyDeletion = (db: Db, id: number): boolean =>
  execute(db, 'UPDATE messages SET is_deleted = 1 WHERE id = ? AND is_deleted = 0', id).changes > 0

type MovedReaction = Pick<
  Extract<MessageAction, { do: 'react' }>,
  'externalId' | 'fromMe' | 'isGroup' | 'author' | 'emoji' | 'at'
>

export const applyReaction = (db: Db, id: number, reaction: MovedReaction): boolean =>
  storeReaction(db, id, { ...reaction, do: 'react', chat: [], target: '' })
