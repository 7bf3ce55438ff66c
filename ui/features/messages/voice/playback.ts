import type { Track } from '../rules/voice'

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

  /** Asked at the end of a sound what to play after it. */
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

export const idle: Playback = { key: null, isPlaying: false, isBroken: false, time: 0, duration: 0 }

/** A fresh recording has no duration until it has been played. */
const finite = (seconds: number) => (Number.isFinite(seconds) ? seconds : 0)
