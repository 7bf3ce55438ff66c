/** The wall stays open for a whole day: it equals a fresh one, and its memory does not grow. */

import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import type { Moment, UsersMoments } from '../../src/features/live-wall/contract'
import { MINUTE } from '../../src/platform/time'
import { momentRules } from '../../ui/features/live-wall/spec'
import { addPage, applyChange } from '../../ui/shared/live/apply'
import { LiveBus } from '../../ui/shared/live/bus'
import { SALES, SUPPORT } from '../support/company-world'
import { openedList } from '../support/opened'
import { createRandom } from '../support/random'
import { world } from '../support/world'

function wall() {
  const w = world()
  const [boss, watching] = [w.admin(), w.admin()]
  const people = [boss, w.attendant([SALES, SUPPORT]), w.attendant([SALES])]
  const writers = Array.from({ length: 12 }, (_, at) => w.whatsapp.person(`55219960000${10 + at}`, { name: `C${at}` }))
  const fresh = async () =>
    ((await (await watching.request('/api/usersMoments')).json()) as UsersMoments).tickets.map(
      // Names of contacts, queues and users arrive in events of their own.
      ({ id, status, waitingSince, queue, user }) => ({ id, status, waitingSince, queue: queue?.id, user: user?.id }),
    )
  async function anything(seed: number) {
    const { pick, below, oneIn } = createRandom(seed)
    w.clock.forward(below(MINUTE))
    const id = below(60) + 1
    const who = pick(people)
    const put = (body: object) => who.json(`/api/tickets/${id}`, 'PUT', body)
    const queueId = pick([SALES, SUPPORT])
    const acts = [
      () => pick(writers).says('oi'),
      () => pick(writers).says('e agora?'),
      () => put({ status: 'open', queueId }),
      () => put({ status: 'closed' }),
      () => put({ status: 'pending', userId: null }),
      () => put({ userId: pick(people).userId, queueId }),
      () => who.json(`/api/messages/${id}`, 'POST', { body: 'olá' }),
      () => oneIn(10) && boss.request(`/api/tickets/${id}`, { method: 'DELETE' }),
    ]
    await pick(acts)()
  }
  return { w, watching, fresh, anything }
}

test('a stale wall plus its events equals a fresh one', async () => {
  const { watching, fresh, anything } = wall()
  const first = (await (await watching.request('/api/usersMoments')).json()) as UsersMoments
  const shown = openedList(watching, momentRules, first.tickets)
  for (let turn = 1; turn <= 300; turn++) {
    await anything(turn)
    if (turn % 20 > 0) continue
    const rows = shown().map(({ id, status, waitingSince, queue, user }) => ({
      id,
      status,
      waitingSince,
      queue: queue?.id,
      user: user?.id,
    }))
    expect(rows).toEqual(await fresh())
  }
})

test('after two thousand events it holds only the open rows, and no more memory', async () => {
  const { watching, anything, fresh } = wall()
  for (let turn = 1; turn <= 60; turn++) await anything(turn)
  const events = [...watching.frames]
  const rules = momentRules
  let list = addPage<Moment, unknown>(undefined, { items: [], hasMore: false }, { rules })
  const bus = new LiveBus(1)
  bus.listen((event) => {
    for (const handler of rules.handlers) {
      const change = handler(event)
      if (change) list = applyChange(list, change, rules)
    }
  })
  let heard = 0
  const hear = (least: number) => {
    for (const until = heard + least; heard < until; heard += events.length) for (const one of events) bus.receive(one)
  }
  const heap = () => {
    Bun.gc(true)
    return heapStats().heapSize
  }
  hear(500)
  const [rows, before] = [list.items.length, heap()]
  hear(2_000)
  expect(list.items.length).toBe(rows)
  expect(rows).toBe((await fresh()).length)
  expect(heap() - before).toBeLessThan(500_000)
})
