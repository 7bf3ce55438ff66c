/**
 * On a phone, an overlay above the conversation has its own history entry: "back" closes it and stays in the
 * conversation.
 */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { PHONE, useMedia } from './useMedia'

type Over = 'contact' | 'picture'

declare module '@tanstack/react-router' {
  interface HistoryState {
    over?: Over
  }
}

export function useHistoryEntry(what: Over): [isThere: boolean, show: (on: boolean) => void] {
  const router = useRouter()
  const isThere = useRouterState({ select: ({ location }) => location.state.over === what })
  const show = (on: boolean) => {
    if (on && !isThere) void router.navigate({ to: '.', state: { over: what } })
    if (!on && isThere) router.history.back()
  }
  return [isThere, show]
}

/** For overlays that show as long as their component is mounted. */
export function useBackCloses(what: Over, close: () => void): void {
  const router = useRouter()
  const isPhone = useMedia(PHONE)
  const [isThere, show] = useHistoryEntry(what)
  const wasThere = useRef(false)
  const open = useEffectEvent(() => isPhone && show(true))
  const end = useEffectEvent(close)
  useEffect(() => {
    open()
    return () => {
      // Closed by its own button: removes its history entry.
      if (router.state.location.state.over === what) router.history.back()
    }
  }, [router, what])
  useEffect(() => {
    if (wasThere.current && !isThere) end()
    wasThere.current = isThere
  }, [isThere])
}
