/**
 * Delays repeated messages. An undecrypted message is repeated as soon as its sender is asked. After two failures it
 * waits before the next try, otherwise all its requests would be used up before anything can have changed. Other
 * messages do not wait.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Scheduler } from '../session/scheduler'

type Repetitions = {
  readonly ms: number
  readonly scheduler: Pick<Scheduler, 'scheduleAfter'>
  readonly gone: AbortSignal
  /** Passes the stanza to Baileys. */
  show(node: BinaryNode): void
}

/** Maximum failures kept; the oldest are dropped. */
const MOST_FAILED = 1_000

/** One instance per socket. */
export function createRepetitions({ ms, scheduler, gone, show }: Repetitions) {
  const failures = new Map<string, number>()
  const waited = new WeakSet<BinaryNode>()

  return {
    /** Called when a message could not be decrypted. */
    failed(attrs: BinaryNode['attrs']): void {
      const key = keyOf(attrs)
      failures.set(key, (failures.get(key) ?? 0) + 1)
      const [oldest = ''] = failures.keys()
      if (failures.size > MOST_FAILED) failures.delete(oldest)
    },
    /** True: it is passed to Baileys later. If the socket is closed by then, WhatsApp repeats it. */
    keepsBack(node: BinaryNode): boolean {
      if (waited.has(node) || (failures.get(keyOf(node.attrs)) ?? 0) < 2) return false
      scheduler.scheduleAfter(ms, () => {
        if (gone.aborted) return
        waited.add(node)
        show(node)
      })
      return true
    },
  }
}

const keyOf = ({ from, participant, id }: BinaryNode['attrs']): string => [from, participant, id].join('/')
