/** Announcements to some plans or companies, from and until, with a link. */
import { describe, expect, test } from 'bun:test'
import { announcementCreated, announcementDeleted } from '../../src/features/announcements/contract'
import { HOUR } from '../../src/platform/time'
import { runJob } from '../support/jobs'
import { givePlan } from '../support/plans'
import { world } from '../support/world'

const BASE = { title: 'Aviso', text: 'Leia', priority: 2, status: true }

function place() {
  const w = world()
  const [padaria, oficina] = [w.company('Padaria Sol'), w.company('Oficina Lua')]
  const root = w.admin({ super: true })
  const [bia, caio] = [padaria.admin(), oficina.admin()]
  const plan = givePlan(w.server.databases.writableControl(), padaria.tenant.id, [], {}).plan
  const publish = async (more: object) => (await root.json('/api/announcements', 'POST', { ...BASE, ...more })).json()
  const seenBy = async (who: typeof bia) =>
    (await (await who.request('/api/announcements/current')).json()).records.map(
      ({ title }: { title: string }) => title,
    )
  return { w, padaria, oficina, root, bia, caio, planId: plan?.id ?? 0, publish, seenBy }
}

describe('an announcement for some', () => {
  test.each(['plan', 'company'])('by %s is seen, heard and fetched by its people alone', async (by) => {
    const { padaria, bia, caio, planId, publish, seenBy, root } = place()
    const targets = by === 'plan' ? { planIds: [planId] } : { companyIds: [padaria.tenant.id] }
    const { id, companyIds, planIds } = await publish(targets)
    expect({ companyIds, planIds }).toEqual({ companyIds: [], planIds: [], ...targets })
    expect([await seenBy(bia), await seenBy(caio)]).toEqual([['Aviso'], []])
    expect([bia.heard(announcementCreated).length, caio.heard(announcementCreated).length]).toEqual([1, 0])
    // Whom else it is for is the operator's business.
    expect(bia.heard(announcementCreated)[0]?.record).toMatchObject({ companyIds: [], planIds: [] })
    const statuses = [bia, caio, root].map(async (who) => (await who.request(`/api/announcements/${id}`)).status)
    expect(await Promise.all(statuses)).toEqual([200, 404, 200])
    expect((await (await caio.request('/api/announcements')).json()).records).toEqual([])
    expect((await caio.json('/api/announcements/read', 'POST', { ids: [id] })).status).toBe(200)
    const readers = await (await root.request(`/api/announcements/${id}/readers`)).json()
    expect(readers).toEqual({ companies: [{ id: padaria.tenant.id, name: 'Padaria Sol', readers: 0, people: 1 }] })
    await bia.json('/api/announcements/read', 'POST', { ids: [id] })
    expect(await (await root.request(`/api/announcements/${id}`)).json()).toMatchObject({ readers: 1, people: 1 })
    expect((await bia.request(`/api/announcements/${id}/readers`)).status).toBe(403)
  })

  test('is taken from those who lose it, and keeps what a change does not name', async () => {
    const { padaria, oficina, bia, root, publish, seenBy } = place()
    const { id } = await publish({ companyIds: [padaria.tenant.id], link: 'https://balcao.example/novo' })
    const renamed = await (await root.json(`/api/announcements/${id}`, 'PUT', { title: 'Outro' })).json()
    expect(renamed).toMatchObject({ companyIds: [padaria.tenant.id], link: 'https://balcao.example/novo' })
    await root.json(`/api/announcements/${id}`, 'PUT', { companyIds: [oficina.tenant.id] })
    expect(bia.heard(announcementDeleted)).toEqual([{ id }])
    expect(await seenBy(bia)).toEqual([])
  })
})

test('appears and goes at its times', async () => {
  const { w, bia, publish, seenBy } = place()
  const at = (hours: number) => new Date(w.clock.now() + hours * HOUR).toISOString()
  await runJob(w.server, 'announcements.times')
  const { id } = await publish({ from: at(1), until: at(3) })
  expect([await seenBy(bia), bia.heard(announcementCreated)]).toEqual([[], []])
  w.clock.forward(2 * HOUR)
  await runJob(w.server, 'announcements.times')
  expect([await seenBy(bia), bia.heard(announcementCreated).length]).toEqual([['Aviso'], 1])
  w.clock.forward(2 * HOUR)
  await runJob(w.server, 'announcements.times')
  expect([await seenBy(bia), bia.heard(announcementDeleted)]).toEqual([[], [{ id }]])
})

test.each(['javascript:alert(1)', 'http://x.example', 'x.example'])('refuses the link %s', async (link) => {
  const { root } = place()
  const answer = await root.json('/api/announcements', 'POST', { ...BASE, link })
  expect([answer.status, await answer.json()]).toMatchObject([400, { details: [{ field: 'link' }] }])
})
