/** Holidays of the company and of its queues. */
import type { Holiday } from '../../src/hours/contract'
import { holidaysSpec } from '../../ui/features/hours/spec'
import { SALES, SUPPORT } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { world } from '../support/world'

export const live = {
  specs: [holidaysSpec],
  seeds: [2, 6],
  turns: 40,
  async open({ below, pick, oneIn }) {
    const w = world()
    const [admin, watching] = [w.admin(), w.attendant()]
    const holidays = async () => (await (await watching.request('/api/holidays/')).json()) as Holiday[] // by its schema
    return {
      lists: [{ shown: opened(watching, holidaysSpec, await holidays()), fresh: holidays }],
      async act(turn) {
        const known = await holidays()
        const date = `2026-12-${10 + below(20)}`
        const body = { date, name: `Feriado ${turn}`, queueId: pick([null, SALES, SUPPORT]) }
        if (known.length === 0 || oneIn(2)) return admin.json('/api/holidays/', 'POST', body)
        const path = `/api/holidays/${pick(known).id}`
        return oneIn(3) ? admin.request(path, { method: 'DELETE' }) : admin.json(path, 'PUT', body)
      },
      wasBusy: async () => (await holidays()).length > 3,
    }
  },
} satisfies LiveWalk
