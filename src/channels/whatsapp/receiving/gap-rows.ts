/**
 * Undecrypted messages ("gaps"), one row each in session.db, so that their content is requested even after a restart.
 */
import type { Database } from 'better-sqlite3'
import { statement } from '../../../platform/sqlite'

/** The key type of these rows, beside Baileys' own types. */
export const GAP = 'x-gap'

export type Gap = {
  /** Attributes of the stanza. */
  readonly attrs: Readonly<Record<string, string>>
  /** It is an action on a message, so no placeholder is shown. */
  readonly isAction: boolean
  /** Only the phone can show it, so it is never requested. */
  readonly isViewOnce: boolean
  readonly asked: number
  /** Epoch milliseconds. */
  readonly askedAt: number
}

/** With its key. */
export type KeptGap = { readonly key: string; readonly gap: Gap }

/** New rows are written through Baileys' key store, before WhatsApp learns that the message arrived (live-socket.ts). */
export function openGapRows(db: Database, connectionId: number) {
  const list = statement<[number], { id: string; value: string }>(
    db,
    `SELECT id, value FROM session_rows WHERE connection_id = ? AND type = '${GAP}'`,
  )
  const update = statement(
    db,
    `UPDATE session_rows SET value = ? WHERE connection_id = ? AND type = '${GAP}' AND id = ?`,
  )
  const remove = statement(db, `DELETE FROM session_rows WHERE connection_id = ? AND type = '${GAP}' AND id = ?`)
  return {
    list: (): KeptGap[] => list.all(connectionId).map(({ id: key, value }) => ({ key, gap: JSON.parse(value) as Gap })), // made by `toKeep`
    update: (key: string, gap: Gap): void => void update.run(JSON.stringify(gap), connectionId, key),
    remove: (key: string): void => void remove.run(connectionId, key),
  }
}
