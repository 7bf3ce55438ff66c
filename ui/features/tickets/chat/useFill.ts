import { useEffect, useEffectEvent } from 'react'

type Options = {
  /** In pixels: what the messages take, and what there is room for. */
  content: number
  room: number
  count: number
  hasOlder: boolean
  loadOlder(): void
}

const isShort = ({ content, room, hasOlder }: Pick<Options, 'content' | 'room' | 'hasOlder'>): boolean =>
  hasOlder && room > 0 && content <= room

/** What is shorter than its place cannot be scrolled: older messages come by themselves until it is full. */
export function useFill({ count, loadOlder, ...sizes }: Options): void {
  const load = useEffectEvent(loadOlder)
  const short = isShort(sizes)
  // Asked once for each page that came: an answer that failed is not asked for again and again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have left it short
  useEffect(() => {
    if (short) load()
  }, [short, count])
}
