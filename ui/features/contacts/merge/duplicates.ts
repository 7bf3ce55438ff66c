/** What events mean for the suggested duplicates. Pure. */
import type { Duplicate, DuplicatePage } from '../../../../src/features/contact-book/merging/contract'

type IsGone = (pair: Duplicate) => boolean

/** The contact is gone. */
export const pairsOf =
  (contactId: number): IsGone =>
  ({ older, newer }) =>
    older.id === contactId || newer.id === contactId

/** A user said that they are two. */
export const pairOf =
  ([a, b]: readonly [number, number]): IsGone =>
  (pair) =>
    pairsOf(a)(pair) && pairsOf(b)(pair)

export function without(pages: readonly DuplicatePage[], isGone: IsGone): DuplicatePage[] {
  const gone = pages.flatMap(({ duplicates }) => duplicates.filter(isGone)).length
  return pages.map((page) => ({
    ...page,
    duplicates: page.duplicates.filter((pair) => !isGone(pair)),
    count: Math.max(0, page.count - gone),
  }))
}
