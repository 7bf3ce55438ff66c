/**
 * What could not be decrypted is repeated as soon as its sender has been asked. A message that has failed twice waits for a
 * moment before it is tried again, or all requests for it would be made before anything can have changed. Nothing else waits.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Scheduler } from '../session/scheduler'

type Repetitions = {
  readonly ms: number
  readonly scheduler: Pick<Scheduler, 'scheduleAfter'>
  readonly gone: AbortSignal
  /** Shows the stanza to Baileys. */
  show(node: BinaryNode): void
}

/** Of more, the oldest failures are forgotten. */
const MOST_FAILED = 1_000

/** Of one socket. */
export function createRepetitions({ ms, scheduler, gone, show }: Repetitions) {
  const failures = new Map<string, number>()
  const waited = new WeakSet<BinaryNode>()

  return {
    /** This message could not be decrypted. */
    failed(attrs: BinaryNode['attrs']): void {
      const key = keyOf(attrs)
      failures.set(key, (failures.get(key) ?? 0) + 1)
      const [oldest = ''] = failures.keys()
      if (failures.size > MOST_FAILED) failures.delete(oldest)
    },
    /** True: Baileys is shown it later. If the line is gone by then, WhatsApp repeats it. */
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
