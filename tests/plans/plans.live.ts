/** Plans as the operator's page lists them. */
import { plansSpec } from '../../ui/features/plans/spec'
import type { Attendant } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import type { Random } from '../support/random'
import { type World, world } from '../support/world'

const rowsOf = async (who: Attendant) => (await who.api.plans.get({ query: {} })).data?.plans ?? []
/** No event carries it: the list is refetched. */
const withoutCounts = <T extends { companiesCount?: number | undefined }>(rows: readonly T[]) =>
  rows.map(({ companiesCount: _, ...plan }) => plan)

async function anything(w: World, admin: Attendant, turn: number, { below, pick, oneIn }: Random) {
  w.clock.forward(1000)
  const id = pick([0, ...(await rowsOf(admin)).map((one) => one.id)])
  switch (below(3)) {
    case 0:
      return void (await admin.api.plans.post({
        name: `Plano ${turn}`,
        users: 1 + below(5),
        connections: 1,
        queues: 2,
        amount: 99,
      }))
    case 1:
      return void (await admin.api.plans({ id }).put({ name: `Outro ${turn}`, menus: [15] }))
    case 2:
      return oneIn(2) ? void (await admin.api.plans({ id }).delete()) : undefined
  }
}

export const live = {
  specs: [plansSpec],
  seeds: [3, 7],
  turns: 60,
  async open(random) {
    const w = world()
    const [admin, watching] = [w.admin({ super: true }), w.admin({ super: true })]
    const shown = opened(watching, plansSpec, await rowsOf(watching))
    let most = 0
    return {
      lists: [
        {
          shown: () => withoutCounts(shown()),
          fresh: async () => {
            const rows = withoutCounts(await rowsOf(watching))
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
