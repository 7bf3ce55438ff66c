/** How long the event loop of this process is held by its own work. */
const OFTEN = 20

/** The timer's delay, at most this thread's processor time meanwhile, which excludes other processes. */
export function watchHeld(noted: (ms: number) => void): { stop(): void } {
  let due = performance.now() + OFTEN
  let worked = workedMs()
  const timer = setInterval(() => {
    const [now, before] = [performance.now(), worked]
    worked = workedMs()
    noted(Math.min(now - due, worked - before))
    due = now + OFTEN
  }, OFTEN)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
