/** Detects when a page has loaded what it shows first, so that prefetching does not compete for bandwidth. */

/** Time between a response and the request that depends on it. */
const PAUSE = 150
/** Upper bound for slow connections. */
const LONGEST = 5_000

let open = 0
let timer: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

/** Counts a request as open until it is answered. */
export async function counted<T>(request: Promise<T>): Promise<T> {
  open++
  clearTimeout(timer)
  try {
    return await request
  } finally {
    open--
    watch()
  }
}

/** Resolves once no request has been open for a moment. */
export function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      waiting.delete(go)
      clearTimeout(limit)
      resolve()
    }
    const limit = setTimeout(go, LONGEST)
    waiting.add(go)
    watch()
  })
}

function watch() {
  clearTimeout(timer)
  if (open > 0 || waiting.size === 0) return
  timer = setTimeout(() => {
    for (const go of [...waiting]) go()
  }, PAUSE)
}
