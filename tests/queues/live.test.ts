/** The screens of queues and connections keep their lists by events: the screens' own rules over the server's own events. */
import { expect, test } from 'bun:test'
import type { QueueDetail } from '../../src/queues/contract'
import { connectionsSpec } from '../../ui/features/connections/spec'
import { queuesSpec } from '../../ui/features/queues/spec'
import type { Attendant } from '../support/company-world'
import { opened } from '../support/opened'
import { createRandom, type Random } from '../support/random'
import { type World, world } from '../support/world'

const queuesOf = async (who: Attendant) => (await who.api.queue.get({ query: {} })).data ?? []
const connectionsOf = async (who: Attendant) => (await who.api.whatsapp.get({ query: { session: '0' } })).data ?? []
/** No event tells them: the list asks for them again. */
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

for (const seed of [2, 5, 9])
  test(`a stale list of queues and one of connections plus their events equal fresh ones (${seed})`, async () => {
    const w = world()
    const [admin, watching] = [w.admin(), w.admin()]
    const queues = opened(watching, queuesSpec, await queuesOf(watching))
    const connections = opened(watching, connectionsSpec, await connectionsOf(watching))
    const random = createRandom(seed)
    const met = new Set<number>()
    for (let turn = 1; turn <= 60; turn++) {
      await anything(w, admin, turn, random)
      for (const { id } of await queuesOf(watching)) met.add(id)
      expect(withoutFigures(queues())).toEqual(withoutFigures(await queuesOf(watching)))
      expect(connections()).toEqual(await connectionsOf(watching))
    }
    expect(met.size).toBeGreaterThan(4)
  })
