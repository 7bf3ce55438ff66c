/**
 * The phone announces each part of its history in a message to itself. Baileys would fetch and decode the whole part at
 * once, which fills memory and blocks the event loop. So it is configured to ignore them, and we read the announcement
 * from the journal.
 */
import type { proto } from '@whiskeysockets/baileys'

export type Notification = proto.Message.IHistorySyncNotification

/** Only a message from the phone to itself counts, because a stranger could forge the rest. */
export const isPeer = (attrs: Readonly<Record<string, string>>): boolean => attrs.category === 'peer'

export const notificationIn = (message: proto.IMessage | null | undefined): Notification | null =>
  message?.protocolMessage?.historySyncNotification ?? null
