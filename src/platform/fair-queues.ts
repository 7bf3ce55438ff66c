/** Fair scheduling: each queue runs its work in order and the queues take turns, so a long queue delays only itself. */
import { getOrMake } from './maps'

type Queue = { busy: number; readonly waiting: (() => void)[] }

/** Runs at most `atOnce` together, and at most `each` of one queue. */
export function createFairQueues({ atOnce, each }: { atOnce: number; each: number }) {
  /** In turn order: a queue moves to the end after its turn. */
  const queues = new Map<string, Queue>()
  let busy = 0

  const next = () => {
    if (busy >= atOnce) return
    for (const [name, queue] of queues) {
      if (queue.busy >= each) continue
      const begin = queue.waiting.shift()
      if (!begin) continue
      queues.delete(name)
      queues.set(name, queue)
      busy++
      queue.busy++
      begin()
      return next()
    }
  }

  const done = (name: string, queue: Queue) => {
    busy--
    queue.busy--
    if (queue.busy === 0 && queue.waiting.length === 0) queues.delete(name)
    next()
  }

  return {
    /** Resolves with the result of `work`, which runs in its turn. */
    async run<T>(name: string, work: () => Promise<T> | T): Promise<T> {
      const queue = getOrMake(queues, name, () => ({ busy: 0, waiting: [] }))
      const turn = new Promise<void>((begin) => void queue.waiting.push(begin))
      next()
      await turn
      try {
        return await work()
      } finally {
        done(name, queue)
      }
    },
  }
}
