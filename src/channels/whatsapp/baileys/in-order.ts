/**
 * Works around Baileys: everything that waited while we were offline, including receipts and notifications, goes
 * through one queue, and live messages overtake it. A receipt may block that queue for twenty seconds: a retry request
 * when WhatsApp does not answer with the requester's keys. Here messages have a separate queue, and each is passed to
 * Baileys as if it were live, when the one before it is done.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'

type InOrder = {
  readonly gone: AbortSignal
  /** Passes the message to Baileys. Resolves when Baileys is done with it, and never rejects; undefined if it already is. */
  show(node: BinaryNode): Promise<void> | undefined
}

/** One queue per socket. WhatsApp repeats messages that were not passed on before the socket closed. */
export function createInOrder({ gone, show }: InOrder) {
  let last = Promise.resolve()
  return {
    add(node: BinaryNode): void {
      last = last.then(() => (gone.aborted ? undefined : show(node)))
    },
  }
}

/** Must be called after the journal has recorded the attributes. */
export function showAsLive(node: BinaryNode): void {
  const { offline: _, ...attrs } = node.attrs
  node.attrs = attrs
}
