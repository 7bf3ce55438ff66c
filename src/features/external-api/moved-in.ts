/** Clients of a token that moved in write the ids of the product that they were made for. */
import type { Kind } from '../../moving-in/source'
import { getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import type { SendRequest } from './request'

/** An id that was none of theirs is one of ours: somebody has changed the client since. */
export const withOurIds = (db: Db, request: SendRequest): SendRequest => ({
  ...request,
  queueId: idHere(db, 'queues', request.queueId),
  userId: idHere(db, 'users', request.userId),
  connectionId: idHere(db, 'connections', request.connectionId),
})

/** Whether the address of another product's API is that of the token's connection. */
export const isAddressOf = (
  db: Db,
  { connectionId }: { readonly connectionId: number | null },
  address: string,
): boolean =>
  getValue(
    db,
    `SELECT 1 FROM moved_ids m JOIN api_tokens t ON t.id = m.ours
      WHERE m.kind = 'apiAccesses' AND m.theirs = ? AND t.connection_id = ?`,
    [address, connectionId],
  ) !== undefined

const idHere = (db: Db, kind: Kind, theirs: number | null): number | null =>
  theirs === null
    ? null
    : (getValue<number>(db, 'SELECT ours FROM moved_ids WHERE kind = ? AND theirs = ?', [kind, String(theirs)]) ??
      theirs)
