/** Voice notes: waveform, playback speed, and what plays next. */
import type { Message } from '../../../../src/tickets/messages/contract'
import { bubbleKey } from './conversation'

/** The bars of a waveform: as many as fit, from the stored levels. */
export function barsOf(levels: readonly number[] | null, count: number): number[] {
  if (!levels || levels.length === 0) return Array.from({ length: count }, () => 8)
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / count))
    return Math.max(...levels.slice(from, to), 4)
  })
}

const SPEEDS = [1, 1.5, 2, 0.5] as const
export type Speed = (typeof SPEEDS)[number]
export const isSpeed = (value: unknown): value is Speed => SPEEDS.some((speed) => speed === value)
export const nextSpeed = (speed: Speed): Speed => SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1

/**
 * In seconds; a shorter recording is treated as accidental. It is what the specification's 10,000 bytes last at its 128
 * kbit/s: at Opus's quarter of that for speech, the same bytes would be a whole short answer.
 */
export const RECORDING_LEAST = 0.625
export const WAVEFORM_LEVELS = 64

/** `count` levels 0..100, the loudest being 100. */
export function levelsOf(samples: readonly number[], count: number): number[] {
  const loudest = Math.max(0.05, ...samples)
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * samples.length) / count)
    const to = Math.max(from + 1, Math.floor(((at + 1) * samples.length) / count))
    const part = samples.slice(from, to)
    return part.length === 0 ? 0 : Math.round((Math.max(...part) / loudest) * 100)
  })
}

export type Track = { readonly key: string; readonly url: string }

/** What plays after the note with this key: the very next message, if it is a note of the same person. */
export function voiceAfter(newestFirst: readonly Message[], key: string): Track | undefined {
  const at = newestFirst.findIndex((message) => bubbleKey(message) === key)
  const [heard, next] = [newestFirst[at], newestFirst[at - 1]]
  if (!heard || !next || !isVoice(heard) || !isVoice(next) || !isOfSame(heard, next)) return undefined
  return next.mediaUrl === null ? undefined : { key: bubbleKey(next), url: next.mediaUrl }
}

const isVoice = ({ mediaType, media, isDeleted }: Message): boolean =>
  mediaType === 'ptt' && media?.state === 'ready' && !isDeleted

const isOfSame = (a: Message, b: Message): boolean =>
  a.fromMe === b.fromMe && a.user?.id === b.user?.id && a.contact?.name === b.contact?.name
