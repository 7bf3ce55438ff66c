/** Quick messages, for each role and filter. */
import type { QuickMessage } from '../../src/features/quick-messages/contract'
import { quickMessagesSpec } from '../../ui/features/quick-messages/spec'
import type { QuickMessagesView } from '../../ui/features/quick-messages/view'
import type { Attendant } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { world } from '../support/world'

const path = '/api/quick-messages'
const rowsOf = async (who: Attendant, query: object = {}): Promise<readonly QuickMessage[]> =>
  (await who.api['quick-messages'].get({ query })).data?.records ?? []

export const live = {
  specs: [quickMessagesSpec],
  seeds: [3, 8],
  turns: 70,
  async open({ below, pick, oneIn }) {
    const w = world()
    const [admin, ana, bia] = [w.admin(), w.attendant(), w.attendant()]
    const makeTag = async (n: number) => {
      const { data } = await admin.api.tags.post({ name: `Etiqueta ${n}`, color: '#127eee', kanban: false })
      return data?.id ?? 0
    }
    const tags = [await makeTag(1), await makeTag(2), await makeTag(3)]
    const [filtered = 0] = tags
    const views: [Attendant, QuickMessagesView, object][] = [
      [admin, {}, {}],
      [ana, {}, {}],
      [bia, { desc: true }, { desc: 'true' }],
      [ana, { reach: 'general' }, { geral: 'true' }],
      [ana, { state: 'active' }, { status: 'true' }],
      [bia, { tag: filtered }, { tagId: String(filtered) }],
    ]
    return {
      lists: views.map(([who, view, query]) => ({
        shown: opened(who, quickMessagesSpec, [], view),
        fresh: () => rowsOf(who, query),
      })),
      async act(turn) {
        w.clock.forward(1000)
        const who = pick([admin, ana, bia])
        const rows = await rowsOf(who)
        const id = rows.length === 0 ? undefined : pick(rows).id
        const tagId = tags.length === 0 || oneIn(3) ? null : pick(tags)
        const said = {
          tagId,
          shortcode: `${pick(['Á', 'a', 'b', 'Z', '1'])}${below(30)}`,
          geral: oneIn(2),
          status: !oneIn(4),
        }
        if (id === undefined || below(3) === 0) await who.json(path, 'POST', { ...said, message: `olá ${turn}` })
        else if (below(4) === 0 && tags.length > 0) {
          const tag = pick(tags)
          if (oneIn(4)) {
            await admin.api.tags({ id: tag }).delete()
            tags.splice(tags.indexOf(tag), 1)
          } else await admin.api.tags({ id: tag }).put({ name: `Etiqueta ${turn + 10}` })
        } else if (below(6) === 0) await who.request(`${path}/${id}`, { method: 'DELETE' })
        else await who.json(`${path}/${id}`, 'PUT', said)
      },
      wasBusy: () => w.rows('SELECT 1 FROM quick_messages').length > 3,
    }
  },
} satisfies LiveWalk
