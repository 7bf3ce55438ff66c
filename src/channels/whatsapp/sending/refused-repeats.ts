/**
 * Works around Baileys: it repeats what a phone could not decrypt, considers the request answered, and does not check
 * whether the repetition left and was accepted. When it was not, the house is notified and sends the message once more.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { ILogger } from '@whiskeysockets/baileys/lib/Utils/logger.js'
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

/** Delay before reporting again while the company's file is locked or the disk is full. */
const PATIENCE_MS = 1_000

/** WhatsApp reports a refusal once, so one that cannot be stored now is retried. */
export function reportRefusedRepeats({ log, repeatRefused }: RefusedRepeatsHouse): (externalId: string) => void {
  /** Returns the error, or null if it was reported. */
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

/** All that Baileys does when a repetition fails, for lack of keys for example, is to log this: the request is answered. */
const FAILED = 'error in sending message again'

/** The logger for Baileys; `repeatFailed` gets the id of each message whose repetition failed. */
export function watchFailedRepeats(logger: ILogger, repeatFailed: (externalId: string) => void): ILogger {
  const watching: ILogger = {
    ...logger,
    child: () => watching,
    error(what, text) {
      logger.error(what, text)
      if (text !== FAILED) return
      const { ids } = what as { readonly ids: readonly string[] }
      for (const id of ids) repeatFailed(id)
    },
  }
  return watching
}

export function watchRefusedRepeats(
  ws: StanzaEmitter,
  { repeatRefused }: Pick<RefusedRepeatsHouse, 'repeatRefused'>,
): void {
  ws.on('CB:ack,class:message', ({ attrs: { id = '', error } }) => {
    // The responses to messages in flight are awaited in confirm-sends.ts.
    if (error && ws.listenerCount(`TAG:${id}`) === 0) repeatRefused(id)
  })
}
