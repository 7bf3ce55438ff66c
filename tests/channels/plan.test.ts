/** What a plan allows of each channel: creating, linking, restarting and sending. */
import { describe, expect, test } from 'bun:test'
import { createConnection } from '../../src/channels/connections/actions'
import { ChannelKind } from '../../src/channels/contract'
import { type PlanFlag, planFlags } from '../../src/tenancy/contract'
import { codeOf } from '../support/code-of'
import { LOJA } from '../support/company-world'
import { givePlan } from '../support/plans'
import { quiet, until } from '../support/until'
import { type World, world } from '../support/world'
import { attending } from './outbox/support'

const flagOf: Record<ChannelKind, PlanFlag> = {
  whatsapp: 'useWhatsapp',
  whatsapp_cloud: 'useWhatsapp',
  facebook: 'useFacebook',
  instagram: 'useInstagram',
}

/** Only the flag of this channel, or all but it. */
const plansFor = (channel: ChannelKind) => [
  { features: [flagOf[channel]], isAllowed: true },
  { features: planFlags.filter((flag) => flag !== flagOf[channel]), isAllowed: false },
]
const matrix = ChannelKind.options.flatMap((channel) => plansFor(channel).map((plan) => ({ channel, ...plan })))

const setPlan = (w: World, features: readonly PlanFlag[]) =>
  givePlan(w.server.databases.writableControl(), w.tenant.id, features)
/** Before its channel is known to any messenger. */
const setChannel = (w: World, channel: ChannelKind) =>
  w.rows('UPDATE connections SET channel = ? WHERE id = ? RETURNING id', channel, LOJA)

describe.each(matrix)('$channel with a plan of $features', ({ channel, features, isAllowed }) => {
  test('can be linked and restarted only with its flag', async () => {
    const w = world()
    const admin = w.admin()
    setChannel(w, channel)
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT', reason: 'network' })
    setPlan(w, features)
    for (const [path, method] of [
      [`/api/whatsappsession/${LOJA}`, 'POST'],
      [`/api/whatsappsession/${LOJA}`, 'PUT'],
      ['/api/whatsapp-restart', 'POST'],
    ] as const) {
      const answer = await admin.request(path, { method })
      expect([path, answer.status]).toEqual([path, isAllowed ? 200 : 403])
      if (!isAllowed)
        expect(await answer.json()).toMatchObject({
          error: 'ERR_PLAN_FEATURE',
          details: { feature: flagOf[channel] },
        })
    }
  })

  test('sends only with its flag, and says why not at the message', async () => {
    const { w, say, message } = attending(1)
    // Queued over a linked phone, which may write at any time.
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT', reason: 'network' })
    const id = await say(0, 'olá')
    setPlan(w, features)
    setChannel(w, channel)
    w.connect(LOJA)
    if (isAllowed) {
      await quiet()
      expect(message(id)?.failure).not.toBe('notInPlan')
    } else {
      await until(() => message(id)?.ack === 0, 'the outcome')
      expect(message(id)?.failure).toBe('notInPlan')
    }
    expect(w.telephones.sent).toHaveLength(isAllowed && channel === 'whatsapp' ? 1 : 0)
  })
})

test('a plan without a channel restarts the connections of the others', async () => {
  const w = world()
  const page = createConnection(w.cx, { name: 'Página', channel: 'facebook' })
  for (const id of [LOJA, page.id]) w.rows("UPDATE connections SET status = 'TIMEOUT' WHERE id = ? RETURNING id", id)
  setPlan(w, ['useFacebook'])
  w.telephones.calls.length = 0
  expect((await w.admin().request('/api/whatsapp-restart', { method: 'POST' })).status).toBe(200)
  expect(w.telephones.calls.filter(({ connectionId }) => connectionId === LOJA)).toEqual([])
})

test('a plan without WhatsApp creates none', async () => {
  const w = world()
  setPlan(
    w,
    planFlags.filter((flag) => flag !== 'useWhatsapp'),
  )
  expect(codeOf(await w.admin().api.whatsapp.post({ name: 'Filial' }))).toBe('ERR_PLAN_FEATURE')
})
