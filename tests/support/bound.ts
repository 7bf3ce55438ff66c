/**
 * A bound on waiting that grows with the machine's load. Of the time between two looks only so much counts as they are
 * apart by intention, twice: a process that seldom gets its turn has not waited long for others that get theirs as seldom.
 */
export function boundOf(ms: number, every: number): { isOver(): boolean } {
  const most = 2 * every + 10
  let left = ms
  let before = performance.now()
  return {
    isOver() {
      const now = performance.now()
      left -= Math.min(now - before, most)
      before = now
      return left < 0
    },
  }
}
