/** Announcements as listed on the operator's page. */
import type { Announcement } from '../../src/features/announcements/contract'
import { announcementsSpec } from '../../ui/features/announcements/spec'
import type { Attendant } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import type { Random } from '../support/random'
import { type World, world } from '../support/world'

const listOf = async (who: Attendant) => (await who.api.announcements.list.get()).data ?? []
/** No event carries them: the list is refetched. */
const withoutReaders = (rows: readonly Announcement[]) =>
  rows.map(({ readers: _, people: __, ...announcement }) => announcement)

async function anything(w: World, admin: Attendant, turn: number, { below, pick, oneIn }: Random) {
  w.clock.forward(1000)
  const id = pick([0, ...(await listOf(admin)).map((one) => one.id)])
  switch (below(4)) {
    case 0:
      return void (await admin.api.announcements.post({
        title: `Aviso ${turn}`,
        text: 'Leia',
        priority: 2,
        status: oneIn(2),
      }))
    case 1:
      return void (await admin.api.announcements({ id }).put({ title: `Outro ${turn}`, priority: 1 }))
    case 2:
      return void (await admin.api.announcements({ id }).put({ status: oneIn(2) }))
    case 3:
      return oneIn(2) ? void (await admin.api.announcements({ id }).delete()) : undefined
  }
}

export const live = {
  specs: [announcementsSpec],
  seeds: [3, 7],
  turns: 60,
  async open(random) {
    const w = world()
    const [admin, watching] = [w.admin({ super: true }), w.admin({ super: true })]
    const shown = opened(watching, announcementsSpec, await listOf(watching))
    let most = 0
    return {
      lists: [
        {
          shown: () => withoutReaders(shown()),
          fresh: async () => {
            const rows = withoutReaders(await listOf(watching))
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
