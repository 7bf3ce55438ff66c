/**
 * The rules of quick messages on the screens: their order, what events mean for a list, and what is offered first.
 * Pure.
 */
import {
  type QuickMessage,
  quickMessageCreated,
  quickMessageDeleted,
  quickMessagesReloaded,
  quickMessageUpdated,
} from '../../../src/features/quick-messages/contract'
import { tagDeleted, tagUpdated } from '../../../src/features/tags/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { fits, needleOf, plain } from '../../shared/plain'
import type { QuickMessagesView } from './view'

/** In SQLite's order, by code unit. */
function byShortcode(a: QuickMessage, b: QuickMessage): number {
  const [one, other] = [plain(a.shortcode), plain(b.shortcode)]
  return one === other ? 0 : one < other ? -1 : 1
}

export const quickMessagesSpec: CrudSpec<QuickMessage, QuickMessagesView> = {
  key: ['quick-messages'],
  compare: (a, b, { desc }) => (desc ? byShortcode(b, a) : byShortcode(a, b)) || a.id - b.id,
  merge: (known, row) => (row.updatedAt < known.updatedAt ? known : row),
  events: [
    on(quickMessageCreated, ({ record }) => ({ put: record })),
    on(quickMessageUpdated, ({ record }) => ({ put: record })),
    on(quickMessageDeleted, ({ id }) => ({ drop: id })),
    // Tags belong to another module, whose own events report changes.
    on(tagUpdated, ({ tag: { id, name, color } }) => ({
      each: (row) => (row.tagId === id ? { ...row, tag: { id, name, color } } : row),
    })),
    on(tagDeleted, ({ tagId }) => ({
      each: (row) => (row.tagId === tagId ? { ...row, tagId: null, tag: null } : row),
    })),
  ],
  belongs: ({ tagId, geral, status }, { tag, reach, state }) =>
    (tag === undefined || tagId === tag) &&
    (reach === undefined || geral === (reach === 'general')) &&
    (state === undefined || status === (state === 'active')),
  onlyServerAdds: ({ search }) => Boolean(search),
  refetchOn: [on(quickMessagesReloaded, () => true)],
}

const LABEL = 35

/** A quick message's name in lists. */
export const labelOf = ({ shortcode }: Pick<QuickMessage, 'shortcode'>): string =>
  shortcode.length >= LABEL ? `/${shortcode.slice(0, LABEL - 2)}…` : `/${shortcode}`

/** Matches, likeliest first: by the start of their shortcode, by its content, by their text. */
export function meantBy(typed: string, all: readonly QuickMessage[]): readonly QuickMessage[] {
  const [words, needle] = [plain(typed), needleOf(typed)]
  if (needle.length === 0) return all
  return all
    .flatMap((one) => {
      const at = plain(one.shortcode).indexOf(words)
      const rank = at === 0 ? 0 : at > 0 ? 1 : fits(needle, one.shortcode, one.message) ? 2 : 3
      return rank === 3 ? [] : [{ one, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
}
