/**
 * The phone announces each part of its history in a message to itself. Baileys would fetch and decode such a part in one go,
 * holding everything in memory and blocking everybody. So it is told to leave them alone, and the announcement is taken from
 * the journal.
 */
import type { proto } from '@whiskeysockets/baileys'

export type Notification = proto.Message.IHistorySyncNotification

/** Only a message from the phone to itself can be one; a stranger could write the rest. */
export const isPeer = (attrs: Readonly<Record<string, string>>): boolean => attrs.category === 'peer'

export const notificationIn = (message: proto.IMessage | null | undefined): Notification | null =>
  message?.protocolMessage?.historySyncNotification ?? null
