/** Help videos as seen by a user of another company. */
import { helpsSpec } from '../../ui/features/help-videos/spec'
import type { Attendant } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import type { Random } from '../support/random'
import { type World, world } from '../support/world'

const listOf = async (who: Attendant) => (await who.api.helps.list.get()).data ?? []

async function anything(w: World, admin: Attendant, turn: number, { below, pick, oneIn }: Random) {
  w.clock.forward(1000)
  const ids = (await listOf(admin)).map((one) => one.id)
  const id = pick([0, ...ids])
  switch (below(4)) {
    case 0:
      return void (await admin.api.helps.post({ title: `Vídeo ${turn}`, video: 'abcDEF_1234' }))
    case 1:
      return void (await admin.api.helps({ id }).put({ title: `Outro ${turn}` }))
    case 2:
      return ids.length > 0 ? void (await admin.api.helps.order.post({ ids: ids.toReversed() })) : undefined
    case 3:
      return oneIn(2) ? void (await admin.api.helps({ id }).delete()) : undefined
  }
}

export const live = {
  specs: [helpsSpec],
  seeds: [3, 7],
  turns: 60,
  async open(random) {
    const w = world()
    const [admin, watching] = [w.admin({ super: true }), w.company().attendant()]
    const shown = opened(watching, helpsSpec, await listOf(watching))
    let most = 0
    return {
      lists: [
        {
          shown,
          fresh: async () => {
            const rows = await listOf(watching)
            most = Math.max(most, rows.length)
            return rows
          },
        },
      ],
      act: (turn) => anything(w, admin, turn, random),
      wasBusy: () => most > 3,
    }
  },
} satisfies LiveWalk
