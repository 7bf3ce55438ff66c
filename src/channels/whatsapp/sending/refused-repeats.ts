/**
 * Works around Baileys: it repeats what a phone could not decrypt, considers the request answered, and does not check
 * whether the repetition was accepted. When it was not, the house is notified and sends the message once more.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import { briefly, type Log } from '../baileys/log'
import { isStorage } from '../storage/storage'

type StanzaEmitter = {
  on(event: string, listener: (node: BinaryNode) => void): unknown
  listenerCount(event: string): number
}
export type RefusedRepeatsHouse = {
  readonly log: Log
  repeatRefused(externalId: string): void
}

/** Until the house is told while its file is held, or the disk full. */
const PATIENCE_MS = 1_000

/** Nobody tells it twice: what cannot be put in line now is put there when there is room. */
export function reportRefusedRepeats({ log, repeatRefused }: RefusedRepeatsHouse): (externalId: string) => void {
  /** What hindered it; null when it is told. */
  const attempt = (externalId: string): unknown => {
    try {
      repeatRefused(externalId)
      return null
    } catch (failure) {
      if (isStorage(failure)) setTimeout(() => attempt(externalId), PATIENCE_MS).unref()
      return failure
    }
  }
  return (externalId) => {
    const failure = attempt(externalId)
    if (failure) log.error(briefly(failure), 'whatsapp: what a phone asked for could not be put in line again')
  }
}

export function watchRefusedRepeats(
  ws: StanzaEmitter,
  { repeatRefused }: Pick<RefusedRepeatsHouse, 'repeatRefused'>,
): void {
  ws.on('CB:ack,class:message', ({ attrs: { id = '', error } }) => {
    // Of what is on its way somebody awaits the answer (confirm-sends.ts).
    if (error && ws.listenerCount(`TAG:${id}`) === 0) repeatRefused(id)
  })
}
