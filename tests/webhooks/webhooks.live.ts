/** The addresses of the webhooks page. */
import { webhooksSpec } from '../../ui/features/webhooks/spec'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { world } from '../support/world'

export const live = {
  specs: [webhooksSpec],
  seeds: [2, 5],
  turns: 60,
  async open({ below, pick, oneIn }) {
    const w = world()
    const [admin, watching] = [w.admin(), w.admin()]
    const fresh = async () => (await watching.api.webhooks.get()).data ?? []
    let made = 0
    return {
      lists: [{ shown: opened(watching, webhooksSpec, await fresh()), fresh }],
      async act() {
        w.clock.forward(1000)
        const url = `https://erp${below(100)}.example/`
        const ids = (await fresh()).map((one) => one.id)
        if (ids.length === 0 || oneIn(3)) {
          if ((await admin.api.webhooks.post({ url, topics: ['ratings'] })).data) made++
          return
        }
        const one = admin.api.webhooks({ id: pick(ids) })
        if (oneIn(4)) await one.delete()
        else if (oneIn(3)) await one.secret.post()
        else await one.put({ url, topics: oneIn(2) ? ['campaigns'] : ['ratings'], active: oneIn(2) })
      },
      wasBusy: () => made > 5,
    }
  },
} satisfies LiveWalk
