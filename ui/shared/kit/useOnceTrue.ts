import { useState } from 'react'

/** Whether it was ever true: for what is mounted when it is first wanted, and stays to be seen leaving. */
export function useOnceTrue(now: boolean): boolean {
  const [ever, set] = useState(now)
  if (now && !ever) set(true)
  return ever || now
}
