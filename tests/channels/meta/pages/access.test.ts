import { describe, expect, test } from 'bun:test'
import { runJob } from '../../../support/jobs'
import { mailbox } from '../../../support/mailbox'
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
    const page = await (await fetch(url, { headers: { 'accept-language': 'en' } })).text()
    expect(page).toContain('Your access through Meta was deleted')
    expect(page).not.toContain('conversations')
    expect(
      all.w.control.$client.prepare('SELECT 1 FROM channel_accounts WHERE meta_user_id IS NOT NULL').get(),
    ).toBeUndefined()
    expect(states(all)).toMatchObject([{ status: 'DISCONNECTED' }, { status: 'DISCONNECTED' }])
  })

  test('that a customer wants their data deleted: the company is told, and what it deletes is said truly', async () => {
    const box = await mailbox()
    const all = await connectedWorld({}, { mail: box })
    const { w, standIn, page, ana, admin } = all
    all.app.deletionUrl = `${all.publicUrl}/api/meta/deletion`
    await all.messenger.text('Oi')
    const ticketId = await all.ticketOf(all.messengerId)
    // Somebody who signs in to other apps, too; their id here is another than with the page.
    const customer = standIn.addUser({ name: 'Ana Souza' })
    customer.person = ana
    const answer = await standIn.requestDeletion(all.app, customer)
    const told = () => w.rows("SELECT subject_name AS name FROM audit_log WHERE act = 'deletionAsked'")
    await until(() => told().length === 1, 'the company')
    expect(told()).toEqual([{ name: 'Ana Souza' }])
    const mails = box.mails().length
    expect(mails).toBeGreaterThan(0)
    const shown = async () => (await fetch(String(answer?.url), { headers: { 'accept-language': 'en' } })).text()
    expect(await shown()).toContain('have 15 days to delete the data')
    expect(await shown()).not.toContain('Your access')
    expect(states(all)).toMatchObject([{ status: 'CONNECTED' }, { status: 'CONNECTED' }])

    await admin.json(`/api/tickets/${ticketId}`, 'PUT', { status: 'closed' })
    const [{ contactId } = { contactId: 0 }] = w.rows<{ contactId: number }>(
      'SELECT contact_id AS contactId FROM tickets WHERE id = ?',
      ticketId,
    )
    const erased = await admin.request(`/api/contacts/${contactId}/personal-data`, { method: 'DELETE' })
    expect(erased.status).toBe(200)
    await runJob(w.server, 'meta.deletions')
    expect(await shown()).toContain('Your conversations were deleted.')
    expect(w.control.$client.prepare('SELECT value FROM meta_deletion_requests').pluck().all()).toEqual([null])
    expect(box.mails()).toHaveLength(mails)
    expect(page.subscriptions.has('700')).toBe(true)
  })

  test('that somebody unknown wants their data deleted: there is none', async () => {
    const all = await connectedWorld()
    all.app.deletionUrl = `${all.publicUrl}/api/meta/deletion`
    const answer = await all.standIn.requestDeletion(all.app, all.standIn.addUser({ name: 'Ninguém' }))
    const shown = async () => (await fetch(String(answer?.url), { headers: { 'accept-language': 'en' } })).text()
    const state = () => all.w.control.$client.prepare('SELECT done_at FROM meta_deletions').pluck().get()
    await until(() => state() !== null, 'the search')
    expect(await shown()).toContain('no data of yours')
  })

  test('while Meta is silent, the request stays open', async () => {
    const all = await connectedWorld()
    all.app.deletionUrl = `${all.publicUrl}/api/meta/deletion`
    all.standIn.fail({ on: 'ids_for_pages', fault: 'html' })
    const answer = await all.standIn.requestDeletion(all.app, all.standIn.addUser({ name: 'Ninguém' }))
    const shown = async () => (await fetch(String(answer?.url), { headers: { 'accept-language': 'en' } })).text()
    await until(() => all.standIn.seen.some(({ status }) => status === 502), 'the failure')
    expect(await shown()).toContain('was received')
    await runJob(all.w.server, 'meta.deletions')
    const state = () => all.w.control.$client.prepare('SELECT done_at FROM meta_deletions').pluck().get()
    await until(() => state() !== null, 'the search')
    expect(await shown()).toContain('no data of yours')
  })

  test('while a company cannot be opened, the request stays open, and it is told afterwards', async () => {
    const all = await connectedWorld()
    const { w, standIn } = all
    all.app.deletionUrl = `${all.publicUrl}/api/meta/deletion`
    await all.messenger.text('Oi')
    await all.ticketOf(all.messengerId)
    const customer = standIn.addUser({ name: 'Ana Souza' })
    customer.person = all.ana
    w.server.databases.handOver(w.tenant.uuid)
    const answer = await standIn.requestDeletion(all.app, customer)
    const shown = async () => (await fetch(String(answer?.url), { headers: { 'accept-language': 'en' } })).text()
    await runJob(w.server, 'meta.deletions')
    expect(await shown()).toContain('was received')
    w.server.databases.takeBack(w.tenant.uuid)
    await runJob(w.server, 'meta.deletions')
    expect(await shown()).toContain('have 15 days to delete the data')
    await runJob(w.server, 'meta.deletions')
    const { $client } = w.server.cxOf(w.tenant.uuid).db
    expect($client.prepare("SELECT 1 FROM audit_log WHERE act = 'deletionAsked'").all()).toHaveLength(1)
    expect(w.control.$client.prepare('SELECT count(*) FROM meta_deletion_requests').pluck().get()).toBe(1)
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
