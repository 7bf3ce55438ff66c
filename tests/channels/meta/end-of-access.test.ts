/** Meta's permission ends: each of its products says so on the connection, in the top bar and to webhooks. */
import { describe, expect, test } from 'bun:test'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { judgeFailure, judgeUndelivered } from '../../../src/channels/meta/failures'
import { DAY, SECOND } from '../../../src/platform/time'
import { isDown } from '../../../ui/features/directory/holds'
import type { Attendant } from '../../support/company-world'
import { doJob } from '../../support/jobs'
import { until } from '../../support/until'
import { allowLocal, type Receiver } from '../../support/webhook-receiver'
import { receiver } from '../../support/webhook-receivers'
import type { World } from '../../support/world'
import { officialWorld } from './official'
import { connectedWorld, post } from './pages/connected'

type Place = {
  readonly w: World
  readonly admin: Attendant
  readonly connectionId: number
  readonly there: Receiver
  ends(): void
  comes(): Promise<unknown>
  renews(): Promise<unknown>
}

async function hearing(w: World, admin: Attendant): Promise<Receiver> {
  const there = receiver(w.clock.now)
  const { data } = await admin.api.webhooks.post({ url: there.url, topics: ['connections'] })
  if (!data) throw new Error('no webhook')
  there.checks.secret = data.secret
  return there
}

async function official(): Promise<Place> {
  const o = await officialWorld({ outsideAllow: allowLocal })
  const { w, official, meta } = o
  const { admin, connectionId, app, business, token } = official
  return {
    w,
    admin,
    connectionId,
    there: await hearing(w, admin),
    ends: () => meta.endToken(token),
    comes: () => o.chat.text('Oi'),
    renews: () =>
      admin.json(`/api/whatsapp/${connectionId}`, 'PUT', { accessToken: meta.systemToken(app, [business]) }),
  }
}

const page = (channel: 'messenger' | 'instagram') => async (): Promise<Place> => {
  const all = await connectedWorld({}, { outsideAllow: allowLocal })
  const { w, admin, standIn, user } = all
  return {
    w,
    admin,
    connectionId: channel === 'messenger' ? all.messengerId : all.instagramId,
    there: await hearing(w, admin),
    ends: () => standIn.changePassword(user),
    comes: () => all[channel].text('Oi'),
    renews: all.renew,
  }
}

/** An attendant answers in the conversation of the connection. */
async function answer({ w, admin, connectionId }: Place) {
  const ticket = () => w.rows<{ id: number }>('SELECT id FROM tickets WHERE connection_id = ?', connectionId)[0]?.id
  const id = await until(ticket, 'the ticket')
  await admin.json(`/api/tickets/${id}`, 'PUT', { status: 'open', userId: admin.userId })
  const sent = await post(admin, `/api/messages/${id}`, { body: 'Bom dia' })
  if (sent.status !== 200) throw new Error(await sent.text())
}

const stateOf = async ({ admin, connectionId }: Place): Promise<ConnectionSummary> =>
  (await (await admin.request(`/api/whatsapp/${connectionId}?session=0`)).json()) as ConnectionSummary

const rowOf = ({ w, connectionId }: Place) =>
  w.rows<{ status: string; reason: string | null }>(
    'SELECT status, reason FROM connections WHERE id = ?',
    connectionId,
  )[0]

describe.each([
  ['the official number', official],
  ['Messenger', page('messenger')],
  ['Instagram', page('instagram')],
] as const)('the token of %s dies', (_name, open) => {
  test('the connection says it, the top bar counts it, and a webhook is sent; what waited goes out with a new one', async () => {
    const place = await open()
    await place.comes()
    place.ends()
    await answer(place)
    await until(() => rowOf(place)?.reason === 'tokenEnded', 'the end')
    const state = await stateOf(place)
    expect([state.status, state.reason, isDown(state)]).toEqual(['DISCONNECTED', 'tokenEnded', true])
    await until(() => {
      doJob(place.w, 'webhooks.deliver')
      return place.there.received.some(({ data }) => (data as { reason?: string }).reason === 'tokenEnded')
    }, 'the webhook')
    expect(
      place.there.received.find(({ data }) => (data as { reason?: string }).reason === 'tokenEnded'),
    ).toMatchObject({
      type: 'connection.updated',
      data: { id: place.connectionId, status: 'DISCONNECTED' },
    })
    await place.renews()
    expect(isDown(await stateOf(place))).toBe(false)
    const waits = () => place.w.rows('SELECT 1 FROM outbox WHERE connection_id = ?', place.connectionId).length
    await until(() => {
      place.w.clock.forward(SECOND)
      return waits() === 0
    }, 'the answer that waited')
  })
})

describe('a code in a failed status', () => {
  test('does to the connection what it does in an answer', () => {
    for (const code of [131_042, 131_031, 368, 131_026, 131_047, 130_429]) {
      const verdict = judgeFailure({ status: 400, code, subcode: 0 })
      const trouble = 'connection' in verdict ? verdict.connection : undefined
      expect([code, judgeUndelivered(code).connection]).toEqual([code, trouble])
    }
  })

  test.each([
    [131_042, 'RESTRICTED', 'paymentMissing'],
    [131_031, 'DISCONNECTED', 'accountLocked'],
    [368, 'DISCONNECTED', 'policyBlocked'],
  ] as const)('%p makes it %s', async (code, status, reason) => {
    const o = await officialWorld()
    const place = { ...(await placeOf(o)), there: receiver(o.w.clock.now) }
    await place.comes()
    o.official.number.failsWith = code
    await answer(place)
    await until(() => rowOf(place)?.status === status, 'the state')
    expect(rowOf(place)).toEqual({ status, reason })
    await until(() => o.stored().at(-1)?.failure === reason, 'the reason of the message')
  })

  test('that comes late says nothing about the connection as it is now', async () => {
    const o = await officialWorld()
    const place = { ...(await placeOf(o)), there: receiver(o.w.clock.now) }
    await place.comes()
    o.official.number.failsWith = 131_031
    o.meta.hold()
    await answer(place)
    await until(() => o.chat.sent.at(-1)?.status === 'failed', 'the request')
    o.w.clock.forward(DAY)
    await o.meta.flush()
    await until(() => o.stored().at(-1)?.failure === 'accountLocked', 'the failure')
    expect(rowOf(place)?.status).toBe('CONNECTED')
  })

  test('a restriction is lifted by the daily check, until Meta says it again', async () => {
    const o = await officialWorld()
    const place = { ...(await placeOf(o)), there: receiver(o.w.clock.now) }
    await place.comes()
    o.official.number.failsWith = 131_042
    await answer(place)
    await until(() => rowOf(place)?.status === 'RESTRICTED', 'the restriction')
    o.w.clock.forward(DAY + SECOND)
    doJob(o.w, 'meta.check')
    await until(() => rowOf(place)?.status === 'CONNECTED', 'the check')
  })
})

async function placeOf(o: Awaited<ReturnType<typeof officialWorld>>): Promise<Omit<Place, 'there'>> {
  const { admin, connectionId } = o.official
  return { w: o.w, admin, connectionId, ends() {}, comes: () => o.chat.text('Oi'), renews: async () => {} }
}
