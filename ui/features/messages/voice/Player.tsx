import { useAtomValue } from 'jotai/react'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { storedAtom } from '../../../shared/storedAtom'
import { isSpeed, type Speed, type Track, voiceAfter } from '../rules/voice'

export const speedAtom = storedAtom<Speed>('audioSpeed', 1, isSpeed)

const PlayerContext = createContext<Player | null>(null)

const none: readonly Message[] = []

/** `messages` newest first: determines what plays after a voice note. */
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

/** Plays one audio at a time: starting one stops the other, scrolling it out of view does not. */
type Playback = { key: string | null; isPlaying: boolean; isBroken: boolean; time: number; duration: number }

export class Player {
  readonly #audio = new Audio()
  readonly #watchers = new Set<() => void>()
  #state: Playback = idle
  #speed = 1
  #after: (key: string) => Track | undefined = () => undefined

  constructor() {
    const look = () =>
      this.#set({
        isPlaying: !this.#audio.paused,
        time: this.#audio.currentTime,
        duration: finite(this.#audio.duration),
      })
    for (const name of ['play', 'pause', 'timeupdate', 'durationchange'] as const)
      this.#audio.addEventListener(name, look)
    this.#audio.addEventListener('ended', () => this.#goOn())
    this.#audio.addEventListener('error', () => this.#set({ isPlaying: false, isBroken: this.#state.key !== null }))
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

  /** Called at the end of a recording for the next one to play. */
  follow(after: (key: string) => Track | undefined): void {
    this.#after = after
  }

  stop(): void {
    this.#audio.pause()
    this.#state = idle
    this.#audio.removeAttribute('src')
  }

  #goOn(): void {
    const { key } = this.#state
    this.#set({ isPlaying: false, time: 0 })
    const next = key === null ? undefined : this.#after(key)
    if (next) this.toggle(next.key, next.url)
  }

  /** A file that could not be opened is fetched again. */
  #choose(key: string, url: string): void {
    if (this.#state.key === key && !this.#state.isBroken) return
    this.#audio.src = url
    this.#audio.playbackRate = this.#speed
    this.#set({ key, isBroken: false, time: 0, duration: 0 })
  }

  #set(change: Partial<Playback>): void {
    this.#state = { ...this.#state, ...change }
    for (const watcher of [...this.#watchers]) watcher()
  }
}

const idle: Playback = { key: null, isPlaying: false, isBroken: false, time: 0, duration: 0 }

/** A fresh recording has no duration until it has been played. */
const finite = (seconds: number) => (Number.isFinite(seconds) ? seconds : 0)
