import { useEffect, useEffectEvent } from 'react'

type Options = {
  /** In pixels: the height of the messages, and that of the visible area. */
  content: number
  room: number
  count: number
  hasOlder: boolean
  loadOlder(): void
}

const isShort = ({ content, room, hasOlder }: Pick<Options, 'content' | 'room' | 'hasOlder'>): boolean =>
  hasOlder && room > 0 && content <= room

/** Messages that do not fill the visible area cannot be scrolled: older ones are loaded until they do. */
export function useFill({ count, loadOlder, ...sizes }: Options): void {
  const load = useEffectEvent(loadOlder)
  const short = isShort(sizes)
  // Once for each page received, so that a failing request is not repeated endlessly.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have left it short
  useEffect(() => {
    if (short) load()
  }, [short, count])
}
