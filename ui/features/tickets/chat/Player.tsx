/** One sound at a time: starting one stops the other, and scrolling away stops nothing. */
import { useAtomValue } from 'jotai/react'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { speedAtom } from '../state'

type State = { key: string | null; isPlaying: boolean; time: number; duration: number }

class Player {
  readonly #audio = new Audio()
  readonly #watchers = new Set<() => void>()
  #state: State = { key: null, isPlaying: false, time: 0, duration: 0 }
  #speed = 1

  constructor() {
    const look = () =>
      this.#set({
        isPlaying: !this.#audio.paused,
        time: this.#audio.currentTime,
        duration: finite(this.#audio.duration),
      })
    for (const name of ['play', 'pause', 'timeupdate', 'durationchange'] as const)
      this.#audio.addEventListener(name, look)
    this.#audio.addEventListener('ended', () => this.#set({ isPlaying: false, time: 0 }))
  }

  readonly get = () => this.#state
  readonly subscribe = (watcher: () => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  toggle(key: string, url: string): void {
    if (this.#state.key === key && !this.#audio.paused) {
      this.#audio.pause()
      return
    }
    this.#choose(key, url)
    void this.#audio.play().catch(() => this.#set({ isPlaying: false }))
  }

  seek(key: string, url: string, seconds: number): void {
    this.#choose(key, url)
    this.#audio.currentTime = seconds
    this.#set({ time: seconds })
  }

  speed(rate: number): void {
    this.#speed = rate
    this.#audio.playbackRate = rate
  }

  stop(): void {
    this.#audio.pause()
    this.#audio.removeAttribute('src')
  }

  #choose(key: string, url: string): void {
    if (this.#state.key === key) return
    this.#audio.src = url
    this.#audio.playbackRate = this.#speed
    this.#set({ key, time: 0, duration: 0 })
  }

  #set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change }
    for (const watcher of [...this.#watchers]) watcher()
  }
}

/** A recording just made has no length until it was played through. */
const finite = (seconds: number) => (Number.isFinite(seconds) ? seconds : 0)

const PlayerContext = createContext<Player | null>(null)

export function PlayerProvider({ children }: { children: ReactNode }) {
  const [player] = useState(() => new Player())
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
    time: state.time,
    duration,
    played: duration > 0 ? Math.min(1, state.time / duration) : 0,
    toggle: () => url && player.toggle(key, url),
    seek: (part: number) => url && player.seek(key, url, part * duration),
  }
}

const idle: State = { key: null, isPlaying: false, time: 0, duration: 0 }
