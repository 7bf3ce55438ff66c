/**
 * Works around Baileys: it keeps each message for five minutes, with a timer of its own, in case a phone could not decrypt it
 * and asks for it again. Then it repeats what it kept, although it may have been deleted since, and without looking whether
 * it finds the phone (canReach in sending/confirm-sends.ts). Here it keeps nothing and asks us, as after a restart.
 */
import type { Socket } from './baileys'

export function keepNothing({ messageRetryManager: kept }: Pick<Socket, 'messageRetryManager'>): void {
  if (kept) kept.addRecentMessage = () => {}
}
