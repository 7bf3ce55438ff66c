import { useState } from 'react'

/** Whether what is behind an address did not open. Another address, or another try, begins anew. */
export function useBroken(url: string) {
  const [brokenUrl, setBroken] = useState<string | null>(null)
  return { isBroken: brokenUrl === url, onError: () => setBroken(url), retry: () => setBroken(null) }
}
