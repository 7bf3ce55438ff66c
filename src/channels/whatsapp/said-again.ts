/**
 * Mends: what a phone could not decipher Baileys says again by itself, tells WhatsApp that the question is answered, and does
 * not look whether the answer was taken. Where it was not, the house hears of it, and says it once more.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import { briefly, type Log } from './log'

type Ears = { on(event: string, listener: (node: BinaryNode) => void): unknown; listenerCount(event: string): number }
export type SaidAgainHouse = {
  readonly log: Log
  unsaid(externalId: string): void
}

export function hearUnsaid(ws: Ears, house: SaidAgainHouse): void {
  ws.on('CB:ack,class:message', ({ attrs: { id = '', error } }) => {
    // Of what is on its way somebody awaits the answer (confirm-sends.ts).
    if (!error || ws.listenerCount(`TAG:${id}`) > 0) return
    try {
      house.unsaid(id)
    } catch (failure) {
      house.log.error(briefly(failure), 'whatsapp: what a phone asked for could not be put in line again')
    }
  })
}
