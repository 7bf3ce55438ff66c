/** The list of API tokens while they are created, changed, used and revoked. */
import type { ApiTokens } from '../../src/features/external-api/contract'
import { apiTokensSpec } from '../../ui/features/external-api/spec'
import { LOJA, SALES } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { world } from '../support/world'

export const live = {
  specs: [apiTokensSpec],
  seeds: [3],
  turns: 40,
  async open({ below, pick, oneIn }) {
    const w = world()
    const [chief, other] = [w.admin(), w.admin()]
    const listed = async () => ((await (await chief.request('/api/api-tokens')).json()) as ApiTokens).tokens // the answer of its route
    return {
      lists: [{ shown: opened(other, apiTokensSpec, []), fresh: listed }],
      async act(turn) {
        w.clock.forward(below(30) * 1000)
        const active = (await listed()).filter(({ revokedAt }) => revokedAt === null)
        const target = oneIn(2) ? { whatsappId: LOJA } : { queueId: SALES }
        if (active.length === 0 || below(2) === 0)
          return void (await chief.json('/api/api-tokens', 'POST', { name: `Sistema ${turn}`, ...target }))
        const { id } = pick(active)
        if (oneIn(3)) await chief.request(`/api/api-tokens/${id}`, { method: 'DELETE' })
        else await chief.json(`/api/api-tokens/${id}`, 'PUT', { name: `Outro ${turn}` })
      },
      wasBusy: async () => (await listed()).length > 8,
    }
  },
} satisfies LiveWalk
