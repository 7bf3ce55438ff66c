/** The rules of quick messages on the screens: their order, what events mean for a list, and what is offered first. Pure. */
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
import { plain } from '../../shared/plain'
import type { QuickMessagesView } from './view'

/** As the file sorts texts: sign by sign. */
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
    // Their tag is another module's: what is renamed or goes says so itself.
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

/** How one is called, as a list shows it. */
export const labelOf = ({ shortcode }: Pick<QuickMessage, 'shortcode'>): string =>
  shortcode.length >= LABEL ? `/${shortcode.slice(0, LABEL - 2)}…` : `/${shortcode}`

/** Those that are meant, the likeliest first: by the beginning of their shortcode, by what is in it, by their text. */
export function meantBy(typed: string, all: readonly QuickMessage[]): readonly QuickMessage[] {
  const words = plain(typed)
  if (words === '') return all
  return all
    .flatMap((one) => {
      const at = plain(one.shortcode).indexOf(words)
      const rank = at === 0 ? 0 : at > 0 ? 1 : plain(one.message).includes(words) ? 2 : 3
      return rank === 3 ? [] : [{ one, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
}
