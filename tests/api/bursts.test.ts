/** Requests that take milliseconds each hold nobody up when they come many at once. */
import { expect, test } from 'bun:test'
import { contacts } from '../../src/contacts/tables'
import type { Flow } from '../../src/features/flows/format/contract'
import { watchLoop } from '../../src/platform/metrics'
import { end, flowOf } from '../flows/support'
import { SUPPORT } from '../support/company-world'
import { inSuite } from '../support/long'
import { NOON, type World, world } from '../support/world'

/** Seconds. */
const LONGEST = 0.1
/** Repetitions: costly work holds the loop every time, a busy machine only once. */
const LOOKS = 3
const TIMES = inSuite(12, 30)

type Send = (path: string, method?: string, body?: object) => Promise<number>
type Burst = (w: World, send: Send) => Promise<(look: number) => Promise<readonly number[]>>

const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

function addContacts(w: World, count: number): number[] {
  const rows = w.db
    .insert(contacts)
    .values(
      many(count, (n) => ({
        name: `Contato ${n}`,
        nameFolded: `contato ${n}`,
        number: `55219${String(10_000_000 + n)}`,
        createdAt: NOON,
        updatedAt: NOON,
      })),
    )
    .returning()
    .all()
  return rows.map(({ id }) => id)
}

const set = { t: 'set', name: '', values: many(10, (at) => ({ var: `v${at}`, value: '{{message}}' })) } as const
const large: Flow = flowOf(
  { ...Object.fromEntries(many(190, (n) => [`s${n}`, set] as const)), e: end() },
  { start: 's0', ...Object.fromEntries(many(190, (n) => [`s${n}`, n < 189 ? `s${n + 1}` : 'e'] as const)) },
  { steps: 200 },
)

const bursts: Readonly<Record<string, Burst>> = {
  'the passkey helper, without a session': async (w) => {
    const { url } = w.listen()
    const get = async (n: number) =>
      (await fetch(`${url}/passkey/helper.zip`, { headers: { host: `h${n}.example` } })).status
    return () => Promise.all(many(200, get))
  },
  'the API document': async (_, send) => () => Promise.all(many(TIMES, () => send('/api/openapi.json'))),
  'contacts for a list': async (w, send) => {
    const ids = addContacts(w, 100)
    const admin = w.admin()
    const lists = many(LOOKS * TIMES, (n) => admin.api['contact-lists'].post({ name: `Lista ${n}` }))
    const listIds = (await Promise.all(lists)).map(({ data }) => data?.id ?? 0)
    return (look) =>
      Promise.all(
        many(TIMES, (n) =>
          send('/api/contact-list-items/contacts', 'POST', {
            contactListId: listIds[look * TIMES + n],
            contactIds: ids,
          }),
        ),
      )
  },
  'five hundred options': async (_, send) => {
    const options = many(500, (n) => ({
      id: -1 - n,
      parentId: null,
      title: `Opção ${n}`,
      message: 'Uma resposta',
      optionType: 'Texto',
      targetQueueId: null,
      targetUserId: null,
    }))
    return () => Promise.all(many(10, () => send(`/api/queue/${SUPPORT}/options`, 'PUT', { options })))
  },
  'a hundred tasks': async (w, send) => () => {
    w.rows('DELETE FROM tasks RETURNING id')
    const tasks = many(100, (n) => ({ text: `Tarefa ${n}`, description: 'x'.repeat(200) }))
    return Promise.all(many(5, () => send('/api/tasks/several', 'POST', { tasks })))
  },
  'the list of tasks': async (_, send) => {
    const tasks = many(100, (n) => ({ text: `Tarefa ${n}`, description: 'x'.repeat(200) }))
    for (let n = 0; n < 5; n++) await send('/api/tasks/several', 'POST', { tasks })
    return () => Promise.all(many(TIMES, () => send('/api/tasks/')))
  },
  'contacts to delete': async (w, send) => (look) => {
    const ids = addContacts(w, 1000)
    return Promise.all(
      many(10, (n) => send('/api/contacts/delete', 'POST', { contactIds: ids.slice(n * 100, n * 100 + 100), look })),
    )
  },
  'a flow to publish': async (w, send) => {
    const admin = w.admin()
    const { data } = await admin.api['queue-integration'].post({ type: 'flowbuilder', name: 'Fluxo' })
    const id = data?.id ?? 0
    await admin.api.flows({ id }).put({ flow: large, revision: 0 })
    return () => Promise.all(many(TIMES, () => send(`/api/flows/${id}/publish`, 'POST', { revision: 1 })))
  },
}

for (const [name, prepare] of Object.entries(bursts))
  test(`many at once: ${name}`, async () => {
    const w = world()
    const { url } = w.listen()
    const token = await w.admin().token()
    const send: Send = async (path, method = 'GET', body) => {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      await answer.arrayBuffer()
      return answer.status
    }
    const burst = await prepare(w, send)
    let best = Infinity
    for (let look = 0; look < LOOKS && best > LONGEST; look++) {
      let held = 0
      const watch = watchLoop((late) => {
        held = Math.max(held, late.held)
      })
      const stirring = setInterval(() => watch.stir(), 20)
      await Bun.sleep(40)
      const statuses = await burst(look)
      await Bun.sleep(40)
      clearInterval(stirring)
      watch.stop()
      if (process.env.SHOW) console.log(name, Math.round(held * 1000), 'ms', [...new Set(statuses)].join())
      expect(Math.max(...statuses)).toBeLessThan(500)
      best = Math.min(best, held)
    }
    expect(best).toBeLessThanOrEqual(LONGEST)
  }, 120_000)
