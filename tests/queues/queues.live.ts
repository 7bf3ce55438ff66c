/** Queues and connections. */
import type { QueueDetail } from '../../src/queues/contract'
import { connectionsSpec, queuesSpec } from '../../ui/features/directory/spec'
import type { Attendant } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import type { Random } from '../support/random'
import { type World, world } from '../support/world'

const queuesOf = async (who: Attendant) => (await who.api.queue.get({ query: {} })).data ?? []
const connectionsOf = async (who: Attendant) => (await who.api.whatsapp.get({ query: { session: '0' } })).data ?? []
/** No event carries the counters: the list refetches them. */
const withoutFigures = (rows: readonly QueueDetail[]) => rows.map((row) => ({ ...row, figures: null }))

async function anything(w: World, admin: Attendant, turn: number, { below, pick, oneIn }: Random) {
  w.clock.forward(1000)
  const queues = (await queuesOf(admin)).map(({ id }) => id)
  const connections = (await connectionsOf(admin)).map(({ id }) => id)
  const [queue, connection] = [pick(queues), pick(connections)]
  const color = `#${String(100_000 + turn)}`
  switch (below(9)) {
    case 0:
      return void (await admin.json('/api/queue', 'POST', { name: `Fila ${turn}`, color, orderQueue: below(5) }))
    case 1:
      return void (await admin.json(`/api/queue/${queue}`, 'PUT', { name: `Outra ${turn}` }))
    case 2:
      return void (await admin.json(`/api/queue/${queue}`, 'PUT', { orderQueue: below(5) }))
    case 3:
      if (queues.length < 2) return
      return void (await admin.request(`/api/queue/${queue}`, { method: 'DELETE' }))
    case 4:
      return void (await admin.json('/api/whatsapp', 'POST', { name: `Loja ${turn}`, isDefault: oneIn(2) }))
    case 5:
      return void (await admin.json(`/api/whatsapp/${connection}`, 'PUT', { isDefault: true }))
    case 6:
      return void (await admin.json(`/api/whatsapp/${connection}`, 'PUT', {
        name: `Balcão ${turn}`,
        ...(queue !== undefined && { queueIds: [queue] }),
      }))
    case 8:
      return void (await admin.json('/api/queue/order', 'POST', {
        ids: queues.toReversed().slice(below(queues.length)),
      }))
    case 7:
      if (connections.length < 2) return
      return void (await admin.request(`/api/whatsapp/${connection}`, { method: 'DELETE' }))
  }
}

export const live = {
  specs: [queuesSpec, connectionsSpec],
  seeds: [2, 5, 9],
  turns: 60,
  async open(random) {
    const w = world()
    const [admin, watching] = [w.admin(), w.admin()]
    const queues = opened(watching, queuesSpec, await queuesOf(watching))
    const met = new Set<number>()
    return {
      lists: [
        {
          shown: () => withoutFigures(queues()),
          async fresh() {
            const rows = await queuesOf(watching)
            for (const { id } of rows) met.add(id)
            return withoutFigures(rows)
          },
        },
        {
          shown: opened(watching, connectionsSpec, await connectionsOf(watching)),
          fresh: () => connectionsOf(watching),
        },
      ],
      act: (turn) => anything(w, admin, turn, random),
      wasBusy: () => met.size > 4,
    }
  },
} satisfies LiveWalk
