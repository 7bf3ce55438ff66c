/** Campaigns and opt-outs. */
import type { Campaign } from '../../src/features/campaigns/contract'
import type { OptOut } from '../../src/outbound/contract'
import { campaignsSpec } from '../../ui/features/campaigns/spec'
import { optOutsSpec } from '../../ui/features/outbound/spec'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import type { Random } from '../support/random'
import { addList, type CampaignCompany, campaignCompany, numberOf, people } from './support'

const campaignsOf = async ({ asked }: CampaignCompany, query = '') =>
  (await asked<{ records: Campaign[] }>(`/api/campaigns${query}`)).records
const optOutsOf = async ({ asked }: CampaignCompany) => (await asked<{ optOuts: OptOut[] }>('/api/opt-outs')).optOuts

async function anything(p: CampaignCompany, list: number, turn: number, { below, pick }: Random) {
  p.w.clock.forward(1_000)
  const id = pick([0, ...(await campaignsOf(p)).map((one) => one.id)])
  const optOut = pick([0, ...(await optOutsOf(p)).map((one) => one.id)])
  switch (below(8)) {
    case 0:
      return void (await p.make({ name: `Oferta ${turn}`, contactListId: list }))
    case 1:
      return void (await p.asked(`/api/campaigns/${id}`, 'PUT', { name: `Outra ${turn}` }))
    case 2:
      return void (await p.act(id, 'start'))
    case 3:
      return void (await p.act(id, 'cancel'))
    case 4:
      return void (await p.act(id, 'copy'))
    case 5:
      return void (await p.asked('/api/opt-outs', 'POST', { number: numberOf(100 + turn) }))
    case 6:
      return void (await p.admin.request(`/api/opt-outs/${optOut}`, { method: 'DELETE' }))
    case 7:
      if (below(3) === 0) return void (await p.admin.request(`/api/campaigns/${id}`, { method: 'DELETE' }))
      return void p.run()
  }
}

export const live = {
  specs: [campaignsSpec, optOutsSpec],
  seeds: [3, 8],
  turns: 40,
  async open(random) {
    const p = await campaignCompany()
    const list = addList(p.w, people(3))
    await p.make({ contactListId: list })
    return {
      lists: [
        { shown: opened(p.admin, campaignsSpec, await campaignsOf(p), {}), fresh: () => campaignsOf(p) },
        {
          shown: opened(p.admin, campaignsSpec, [], { status: 'CANCELADA' }),
          fresh: () => campaignsOf(p, '?status=CANCELADA'),
        },
        { shown: opened(p.admin, optOutsSpec, await optOutsOf(p), {}), fresh: () => optOutsOf(p) },
      ],
      act: (turn) => anything(p, list, turn, random),
      wasBusy: async () => (await campaignsOf(p)).length > 2 && (await optOutsOf(p)).length > 0,
    }
  },
} satisfies LiveWalk
