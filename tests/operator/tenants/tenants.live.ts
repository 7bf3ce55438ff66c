/** Companies as the operator's page lists them: each change makes the page ask again. */
import type { CompanyRow } from '../../../src/operator/tenants/contract'
import { companiesChanged } from '../../../src/tenancy/contract'
import { companiesSpec } from '../../../ui/features/companies/spec'
import type { Attendant } from '../../support/company-world'
import type { LiveWalk } from '../../support/live-walk'
import { givePlan } from '../../support/plans'
import type { Random } from '../../support/random'
import { type World, world } from '../../support/world'

const rowsOf = async (who: Attendant): Promise<CompanyRow[]> =>
  (await who.api.companies.get({ query: {} })).data?.companies ?? []

async function anything(w: World, admin: Attendant, { below, pick, oneIn }: Random, turn: number) {
  w.clock.forward(1000)
  const id = pick((await rowsOf(admin)).map((one) => one.id))
  switch (below(5)) {
    case 0:
      return void w.company(`Empresa ${turn}`)
    case 1:
      return void (await admin.api
        .companies({ id })
        .put({ name: `Outra ${turn}`, dueDate: `2026-0${3 + below(6)}-15` }))
    case 2:
      return void (await admin.api.companies({ id }).renew.post())
    case 3:
      return void (await admin.api.companies({ id }).put({ status: oneIn(2) }))
    case 4:
      return void givePlan(w.server.databases.writableControl(), id, ['useWhatsapp'], { users: below(5) })
  }
}

export const live = {
  specs: [companiesSpec],
  seeds: [3, 7],
  turns: 40,
  async open(random) {
    const w = world()
    const [admin, watching] = [w.admin({ super: true }), w.admin({ super: true })]
    let rows = await rowsOf(watching)
    let most = 0
    return {
      lists: [
        {
          shown: () => rows.toSorted((a, b) => companiesSpec.compare(a, b, {})),
          fresh: () => rowsOf(watching),
        },
      ],
      async act(turn) {
        const heard = watching.heard(companiesChanged).length
        await anything(w, admin, random, turn)
        w.server.companyNews.look() // what others changed, such as a command, shows within a second
        if (watching.heard(companiesChanged).length > heard) rows = await rowsOf(watching)
        most = Math.max(most, rows.length)
      },
      wasBusy: () => most > 3,
    }
  },
} satisfies LiveWalk
