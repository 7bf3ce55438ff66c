/**
 * Works around Baileys: what waited while we were offline goes through one queue, receipts and news included, and messages
 * that come live overtake it. A receipt may hold that queue for twenty seconds, because somebody asks for a message again and
 * WhatsApp does not tell their keys. Here messages have a queue of their own, and Baileys is shown each as if it came live,
 * when the one before it is done.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'

type InOrder = {
  readonly gone: AbortSignal
  /** Shows the message to Baileys; resolves when it is done with it, and never rejects. */
  show(node: BinaryNode): Promise<void>
}

/** Of one socket. What is not shown when the line is gone is repeated by WhatsApp. */
export function createInOrder({ gone, show }: InOrder) {
  let last = Promise.resolve()
  return {
    add(node: BinaryNode): void {
      last = last.then(() => (gone.aborted ? undefined : show(node)))
    },
  }
}

/** Must be called after the journal has seen the attributes. */
export function showAsLive(node: BinaryNode): void {
  const { offline: _, ...attrs } = node.attrs
  node.attrs = attrs
}
