/** Fair scheduling: each line runs its work in order, and the lines take turns, so that a long line delays only itself. */
import { getOrMake } from './maps'

type Line = { busy: number; readonly waiting: (() => void)[] }

/** At most `atOnce` run together, `each` of them from one line. */
export function createLines({ atOnce, each }: { atOnce: number; each: number }) {
  /** In the order of their turns: a line that had one moves to the end. */
  const lines = new Map<string, Line>()
  let busy = 0

  const next = () => {
    if (busy >= atOnce) return
    for (const [name, line] of lines) {
      if (line.busy >= each) continue
      const begin = line.waiting.shift()
      if (!begin) continue
      lines.delete(name)
      lines.set(name, line)
      busy++
      line.busy++
      begin()
      return next()
    }
  }

  const done = (name: string, line: Line) => {
    busy--
    line.busy--
    if (line.busy === 0 && line.waiting.length === 0) lines.delete(name)
    next()
  }

  return {
    /** Runs `work` when its turn has come, and resolves with its result. */
    async run<T>(name: string, work: () => Promise<T> | T): Promise<T> {
      const line = getOrMake(lines, name, () => ({ busy: 0, waiting: [] }))
      const turn = new Promise<void>((begin) => void line.waiting.push(begin))
      next()
      await turn
      try {
        return await work()
      } finally {
        done(name, line)
      }
    },
  }
}
