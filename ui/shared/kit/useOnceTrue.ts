import { useState } from 'react'

/** Whether it was ever true: for components mounted on first use, which stay for their exit animation. */
export function useOnceTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
