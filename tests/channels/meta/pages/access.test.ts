import { describe, expect, test } from 'bun:test'
import { runJob } from '../../../support/jobs'
import { until } from '../../../support/until'
import { connectedWorld } from './connected'

const HOURS_25 = 25 * 3_600_000
type All = Awaited<ReturnType<typeof connectedWorld>>
const states = ({ w }: All) =>
  w.rows("SELECT channel, status, reason FROM connections WHERE channel <> 'whatsapp' ORDER BY channel")
const ended = ['facebook', 'instagram'].map((channel) => ({ channel, status: 'DISCONNECTED', reason: 'tokenEnded' }))

describe('the daily check', () => {
  test('subscribes a page again, and learns its new name', async () => {
    const all = await connectedWorld()
    all.page.subscriptions.delete('700')
    Object.assign(all.page, { name: 'Casa Aurora Móveis' })
    all.w.clock.forward(HOURS_25)
    await runJob(all.w.server, 'meta.checkPages')
    await until(() => all.page.subscriptions.has('700'), 'the subscription')
    const names = () => all.w.rows<{ name: string }>('SELECT display_name AS name FROM meta_accounts')
    await until(() => names().some(({ name }) => name === 'Casa Aurora Móveis'), 'the name')
    expect(states(all)).toMatchObject([{ status: 'CONNECTED' }, { status: 'CONNECTED' }])
  })

  test('finds that the access has ended, before anybody writes', async () => {
    const all = await connectedWorld()
    all.standIn.changePassword(all.user)
    all.w.clock.forward(HOURS_25)
    await runJob(all.w.server, 'meta.checkPages')
    await until(() => Bun.deepEquals(states(all), ended), 'the end')
  })
})

describe('Meta says of a person who signed in here', () => {
  const form = (signed: string) => ({
    method: 'POST',
    body: `signed_request=${signed}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(signed.length + 15) },
  })

  test('that they removed the app: their connections need a new sign-in', async () => {
    const all = await connectedWorld()
    all.app.deauthorizeUrl = `${all.publicUrl}/api/meta/deauthorize`
    expect(await all.standIn.deauthorize(all.app, all.user)).toBe(200)
    expect(states(all)).toEqual(ended)
  })

  test('that they want their data deleted: the access is forgotten, and a page says so', async () => {
    const all = await connectedWorld()
    all.app.deletionUrl = `${all.publicUrl}/api/meta/deletion`
    const answer = await all.standIn.requestDeletion(all.app, all.user)
    expect(answer?.status).toBe(200)
    const url = String(answer?.url)
    expect(url).toBe(`${all.publicUrl}/api/meta/deletion/${answer?.confirmation_code}`)
    const closed = () => all.w.control.$client.prepare('SELECT meta_user_id, done_at FROM meta_deletions').get()
    await until(() => (closed() as { done_at: number | null }).done_at !== null, 'the deletion')
    expect(closed()).toMatchObject({ meta_user_id: null })
    const page = await fetch(url, { headers: { 'accept-language': 'en' } })
    expect(await page.text()).toContain('was deleted')
    expect(
      all.w.control.$client.prepare('SELECT 1 FROM channel_accounts WHERE meta_user_id IS NOT NULL').get(),
    ).toBeUndefined()
    expect(states(all)).toMatchObject([{ status: 'DISCONNECTED' }, { status: 'DISCONNECTED' }])
  })

  test('nothing, unless Meta has signed it', async () => {
    const all = await connectedWorld()
    for (const path of ['deauthorize', 'deletion']) {
      const answer = await all.w.request(`/api/meta/${path}`, form('bogus.bogus'))
      expect(answer.status).toBe(401)
    }
    expect((await all.w.request('/api/meta/deauthorize', { method: 'POST', body: '{}' })).status).toBe(401)
    expect((await all.w.request('/api/meta/deletion/unknown')).status).toBe(404)
    expect(states(all)).toMatchObject([{ status: 'CONNECTED' }, { status: 'CONNECTED' }])
  })
})
