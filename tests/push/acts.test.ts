/** The buttons of a notification, which act without a session. */
import { describe, expect, test } from 'bun:test'
import type { PushPayload } from '../../src/features/push/contract'
import { HOUR } from '../../src/platform/time'
import { SALES, SUPPORT } from '../support/company-world'
import { doJob } from '../support/jobs'
import { deviceOf, pushing, send } from './support'

async function waiting() {
  const { w, service } = await pushing()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const beto = w.attendant([SALES], { name: 'Beto' })
  const phone = await deviceOf(ana, service)
  w.rows(`INSERT INTO connection_queues (connection_id, queue_id) VALUES (1, ${SALES}) RETURNING queue_id`)
  const tiago = w.whatsapp.person('5511988880001', { name: 'Tiago' })
  tiago.says('oi')
  await send(w)
  const [notice] = (await phone.gets(1)) as [PushPayload]
  const ticket = () =>
    w.rows<{ id: number; uuid: string; status: string; user_id: number | null }>('SELECT * FROM tickets')[0]
  const take = (key: string | null = notice.key) =>
    w.request('/api/push/acts', { method: 'POST', headers: key === null ? {} : { authorization: `Bearer ${key}` } })
  return { w, service, ana, beto, phone, tiago, notice, ticket, take }
}

const codeIn = async (answer: Response) => ((await answer.json()) as { error?: string }).error

describe('a button', () => {
  test('accepts the conversation that waits longest, once, as its person', async () => {
    const { ana, notice, ticket, take } = await waiting()
    expect(notice.acts).toEqual([
      { act: 'take', title: 'Aceitar' },
      { act: 'open', title: 'Ver' },
    ])
    const answer = await take()
    expect([answer.status, await answer.json()]).toEqual([200, { path: `/tickets/${ticket()?.uuid}` }])
    expect(ticket()).toMatchObject({ status: 'open', user_id: ana.userId })
    expect(await codeIn(await take())).toBe('ERR_PUSH_ACT')
  })

  test('takes nothing from a colleague who was faster, and says who it was', async () => {
    const { beto, ticket, take } = await waiting()
    await beto.api.tickets({ id: ticket()?.id ?? 0 }).put({ status: 'open', queueId: SALES })
    const answer = await take()
    expect(answer.status).toBe(403)
    expect(ticket()).toMatchObject({ user_id: beto.userId })
    expect(await codeIn(await take())).toBe('ERR_PUSH_ACT')
  })

  test.each([
    ['without a key', async () => {}, null],
    ['with a key that nobody gave', async () => {}, 'A'.repeat(120)],
    [
      'of a device that its person removed',
      async ({ ana, phone }: Awaited<ReturnType<typeof waiting>>) =>
        void (await ana.api.push.devices({ id: phone.id }).delete()),
      undefined,
    ],
    [
      'of somebody who signed out',
      async ({ ana }: Awaited<ReturnType<typeof waiting>>) => void (await ana.json('/api/auth/logout', 'DELETE', {})),
      undefined,
    ],
    [
      'of somebody who was blocked',
      async ({ w, ana }: Awaited<ReturnType<typeof waiting>>) =>
        void (await w.admin().api.users({ id: ana.userId }).put({ active: false })),
      undefined,
    ],
    [
      'of a browser that another person uses now',
      async ({ beto, phone }: Awaited<ReturnType<typeof waiting>>) =>
        void (await beto.json('/api/push/devices', 'PUT', { ...phone.subscription, isApp: true, language: 'en' })),
      undefined,
    ],
    ['an hour later', async ({ w }: Awaited<ReturnType<typeof waiting>>) => w.clock.forward(HOUR), undefined],
    [
      'of a notification that a later one has replaced',
      async ({ w, phone }: Awaited<ReturnType<typeof waiting>>) => {
        w.whatsapp.person('5511988880002', { name: 'Luciana' }).says('oi')
        await send(w)
        await phone.gets(2)
      },
      undefined,
    ],
  ])('%s does nothing', async (_, change, key) => {
    const all = await waiting()
    await change(all)
    const answer = await all.take(key)
    expect([answer.status, await codeIn(answer)]).toEqual([401, 'ERR_PUSH_ACT'])
    expect(all.ticket()).toMatchObject({ status: 'pending', user_id: null })
  })

  test('does nothing in a queue that its person has left', async () => {
    const { w, ana, ticket, take } = await waiting()
    await w
      .admin()
      .api.users({ id: ana.userId })
      .put({ queueIds: [SUPPORT] })
    expect((await take()).status).toBe(404)
    expect(ticket()).toMatchObject({ status: 'pending', user_id: null })
  })

  test('answers in my own conversation, and stands under none that shows the queue alone', async () => {
    const { w, ana, phone, tiago, ticket } = await waiting()
    await ana.api.tickets({ id: ticket()?.id ?? 0 }).put({ status: 'open', queueId: SALES })
    tiago.says('alô?')
    await send(w)
    expect((await phone.gets(2)).at(-1)).toMatchObject({
      key: null,
      acts: [
        { act: 'reply', title: 'Responder' },
        { act: 'open', title: 'Ver' },
      ],
    })
    w.rows(`UPDATE queues SET is_restricted = 1 WHERE id = ${SALES} RETURNING id`)
    tiago.says('e agora?')
    await send(w)
    expect((await phone.gets(3)).at(-1)).toMatchObject({ key: null, acts: [] })
  })

  test('takes over what a colleague has not seen, for those who may', async () => {
    const { w, service, beto, tiago, ticket, take } = await waiting()
    const camila = w.attendant([SALES], { name: 'Camila', profile: 'supervisor' })
    const tablet = await deviceOf(camila, service)
    await beto.api.tickets({ id: ticket()?.id ?? 0 }).put({ status: 'open', queueId: SALES })
    await w
      .admin()
      .api.queue({ id: SALES })
      .put({ escalation: { active: true, queueAfter: null, supervisorAfter: 15, whatsappAfter: null } })
    tiago.says('alô?')
    w.clock.forward(HOUR / 4)
    doJob(w, 'escalation.look')
    await send(w)
    const notice = (await tablet.gets(1))[0]
    expect(notice).toMatchObject({ title: 'Beto não viu há 15 min', acts: [{ act: 'take', title: 'Atender' }, {}] })
    expect((await take(notice?.key)).status).toBe(200)
    expect(ticket()).toMatchObject({ status: 'open', user_id: camila.userId })
  })
})
