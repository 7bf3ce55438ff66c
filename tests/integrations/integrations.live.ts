/** The list of the integrations page. */
import { integrationsSpec } from '../../ui/features/integrations/spec'
import { SALES, SUPPORT } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { world } from '../support/world'

export const live = {
  specs: [integrationsSpec],
  seeds: [3, 8],
  turns: 60,
  async open({ below, pick, oneIn }) {
    const w = world()
    const [admin, watching] = [w.admin(), w.admin()]
    const fresh = async () => (await watching.api['queue-integration'].get({ query: {} })).data?.queueIntegrations ?? []
    let made = 0
    return {
      lists: [{ shown: opened(watching, integrationsSpec, await fresh()), fresh }],
      async act() {
        w.clock.forward(1000)
        const ids = (await fresh()).map((one) => one.id)
        const name = `Integração ${below(100)}`
        if (ids.length === 0 || oneIn(3)) {
          const body = { type: 'n8n', name, urlIntegration: 'https://n8n.example/webhook/a', urlToken: 'abc' } as const
          if ((await admin.api['queue-integration'].post(body)).data) made++
          return
        }
        const one = admin.api['queue-integration']({ id: pick(ids) })
        if (oneIn(4)) await one.delete()
        else if (oneIn(3)) await one.secret.post()
        else if (oneIn(2))
          await admin.api.queue({ id: pick([SALES, SUPPORT]) }).put({ integrationId: pick([...ids, null]) })
        else await one.put({ name })
      },
      wasBusy: () => made > 5,
    }
  },
} satisfies LiveWalk
