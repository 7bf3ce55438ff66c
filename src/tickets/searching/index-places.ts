/**
 * Places of messages in the index, which rise with time, and its buckets: besides its words, each message has one word
 * for its day and one for its eight days. A search that includes such a word stops at the end of that period; without
 * it, two words that are frequent but never occur together would be searched through all messages in one go.
 */

/** Places per second. */
export const PLACES = 256
const DAY = 24 * 60 * 60 * PLACES

/** No word contains these characters. */
const spans = { day: { sign: '·d', length: DAY }, days: { sign: '·w', length: 8 * DAY } } as const

/** A range of places, and the word of everything in it. */
export type Bucket = { readonly word: string; readonly first: number }

const bucketAt = (place: number, { sign, length }: (typeof spans)[keyof typeof spans]): Bucket => {
  const number = Math.floor(place / length)
  return { word: `${sign}${number}`, first: number * length }
}

export const bucketsAt = (place: number): string[] => Object.values(spans).map((span) => bucketAt(place, span).word)

/** This many index entries take a few milliseconds. */
const ENTRIES = 50_000

/** How a search for words with this many `entries` between two places is split: into buckets, or not at all. */
export function bucketing(entries: number, from: number, to: number): (place: number) => Bucket | undefined {
  if (entries <= ENTRIES) return () => undefined
  const span = (entries * spans.days.length) / (to - from + 1) <= ENTRIES ? spans.days : spans.day
  return (place) => bucketAt(place, span)
}
