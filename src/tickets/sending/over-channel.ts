/** Refuses what the channel of a connection does not take. The only place that does, whoever sends. */

import type { Lack } from '../../channels/acts'
import { channelOf } from '../../channels/connections/queries'
import type { SendableKind } from '../../channels/contract'
import { isLack, messageOver } from '../../channels/lacks'
import { fail } from '../../errors'
import type { Db } from '../../platform/sqlite'
import { ticketErrors } from '../errors'
import type { StoredMedia } from '../messages/tables'

type WantedMessage = {
  readonly kind: SendableKind
  readonly media: Pick<StoredMedia, 'mimetype' | 'size'> | null
  /** Null: no person waits for the answer, so that the message is stored and fails with the reason. */
  readonly userId: number | null
}

/** The kind as which the message goes. */
export function kindOver(db: Db, connectionId: number, { kind, media, userId }: WantedMessage): SendableKind {
  const over = messageOver(channelOf(db, connectionId), { kind, file: media })
  if (!isLack(over)) return over
  if (userId !== null) refuse(over)
  return kind
}

/** For senders without a person: an API request, a schedule that is saved. */
export const requireOver = (db: Db, connectionId: number, message: Omit<WantedMessage, 'userId'>) =>
  void kindOver(db, connectionId, { ...message, userId: 0 })

export function refuse(lack: Lack | undefined) {
  if (lack) fail(ticketErrors.ERR_CHANNEL_LACKS, lack)
}
