/**
 * The phone announces each part of its history in a message to itself. Baileys would fetch and decode such a part in one go,
 * holding everything in memory and blocking everybody. So it is given an empty part instead and continues as usual, while
 * the real announcement stays in the journal for us.
 */
import { deflateSync } from 'node:zlib'
import type { proto } from '@whiskeysockets/baileys'
import type { Baileys } from '../baileys/baileys'

export type Notification = proto.Message.IHistorySyncNotification

/** Only a message from the phone to itself can be one; a stranger could write the rest. */
export const isPeer = (attrs: Readonly<Record<string, string>>): boolean => attrs.category === 'peer'

export const notificationIn = (message: proto.IMessage | null | undefined): Notification | null =>
  message?.protocolMessage?.historySyncNotification ?? null

/** Padded clear text in and out; unchanged when it announces no history. */
export function withoutHistory(plain: Uint8Array, { proto, unpadRandomMax16, encodeWAMessage }: Baileys): Uint8Array {
  const message = proto.Message.decode(unpadRandomMax16(plain))
  const inner = message.deviceSentMessage?.message ?? message
  const notification = notificationIn(inner)
  if (!notification || !inner.protocolMessage) return plain
  const { syncType, chunkOrder, progress, originalMessageId, peerDataRequestSessionId } = notification
  const nothing = proto.HistorySync.encode({ syncType: syncType as unknown as proto.HistorySync.HistorySyncType })
  inner.protocolMessage.historySyncNotification = {
    // Both enumerations have the same numbers.
    ...{ syncType, chunkOrder, progress, originalMessageId, peerDataRequestSessionId },
    initialHistBootstrapInlinePayload: deflateSync(nothing.finish()),
  } as Notification // the fields that were not there stay away
  return encodeWAMessage(message)
}
