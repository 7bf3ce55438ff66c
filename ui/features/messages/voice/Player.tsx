import { useAtomValue } from 'jotai/react'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { storedAtom } from '../../../shared/storedAtom'
import { isSpeed, type Speed, voiceAfter } from '../rules/voice'
import { idle, Player } from './playback'

export const speedAtom = storedAtom<Speed>('audioSpeed', 1, isSpeed)

const PlayerContext = createContext<Player | null>(null)

const none: readonly Message[] = []

/** `messages` newest first: what is heard after a voice note. */
export function PlayerProvider({ messages = none, children }: { messages?: readonly Message[]; children: ReactNode }) {
  const [player] = useState(() => new Player())
  useEffect(() => player.follow((key) => voiceAfter(messages, key)), [player, messages])
  const speed = useAtomValue(speedAtom)
  useEffect(() => player.speed(speed), [player, speed])
  useEffect(() => () => player.stop(), [player])
  return <PlayerContext value={player}>{children}</PlayerContext>
}

export function usePlayback(key: string, url: string | null, seconds: number) {
  const player = use(PlayerContext)
  if (!player) throw new Error('PlayerProvider is missing above this component')
  const state = useSyncExternalStore(player.subscribe, () => (player.get().key === key ? player.get() : idle))
  const duration = seconds || state.duration
  return {
    isPlaying: state.isPlaying,
    isBroken: state.isBroken,
    time: state.time,
    duration,
    played: duration > 0 ? Math.min(1, state.time / duration) : 0,
    toggle: () => url && player.toggle(key, url),
    seek: (part: number) => url && player.seek(key, url, part * duration),
  }
}
