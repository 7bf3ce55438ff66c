/**
 * Works around Baileys: it keeps each message for five minutes, with a timer each, in case a phone requests it again.
 * Then it resends the kept version, even if the message was deleted since, and without checking that it finds the phone
 * (canReach in sending/confirm-sends.ts). Here it keeps nothing and asks us, as after a restart.
 */
import type { Socket } from './baileys'

export function keepNothing({ messageRetryManager: kept }: Pick<Socket, 'messageRetryManager'>): void {
  if (kept) kept.addRecentMessage = () => {}
}
