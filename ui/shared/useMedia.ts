import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window matches a media query, kept up to date. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

export const PHONE = '(max-width: 767px)'
export const WIDE = '(min-width: 1280px)'
