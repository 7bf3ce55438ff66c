/**
 * The places of messages in the index, which rise with their time, and its buckets: each message has, beside its words, a word
 * for its day and one for its eight days. A search that demands one of them stops at the end of that time; without it, two
 * words that many messages have but none has both would be sought through all of them in one go.
 */

/** In each second. */
export const PLACES = 256
const DAY = 24 * 60 * 60 * PLACES

/** Its sign stands in no word. */
const spans = { day: { sign: '·d', length: DAY }, days: { sign: '·w', length: 8 * DAY } } as const

/** A stretch of places, and the word of all that is in it. */
export type Bucket = { readonly word: string; readonly first: number }

const bucketAt = (place: number, { sign, length }: (typeof spans)[keyof typeof spans]): Bucket => {
  const number = Math.floor(place / length)
  return { word: `${sign}${number}`, first: number * length }
}

export const bucketsAt = (place: number): string[] => Object.values(spans).map((span) => bucketAt(place, span).word)

/** So many entries of the index are gone through in a few milliseconds. */
const ENTRIES = 50_000

/** How a search for words that have so many `entries` between two places takes the time: in buckets, or in one go. */
export function bucketing(entries: number, from: number, to: number): (place: number) => Bucket | undefined {
  if (entries <= ENTRIES) return () => undefined
  const span = (entries * spans.days.length) / (to - from + 1) <= ENTRIES ? spans.days : spans.day
  return (place) => bucketAt(place, span)
}
