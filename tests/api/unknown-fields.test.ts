/** Unknown fields are dropped, and unknown settings are refused. */
import { expect, test } from 'bun:test'
import { world } from '../support/world'

const read = async (answer: Response) => (await answer.json()) as Record<string, unknown>

test('an unknown setting cannot be read, set or listed', async () => {
  const admin = world().admin()
  for (const key of ['sendMorePositions', 'nada']) {
    expect(await read(await admin.request(`/api/settings/${key}`))).toMatchObject({ error: 'ERR_NO_SETTING_FOUND' })
    const put = await admin.json(`/api/settings/${key}`, 'PUT', { value: 'enabled' })
    expect(await read(put)).toMatchObject({ error: 'ERR_NO_SETTING_FOUND' })
  }
  const listed = (await (await admin.request('/api/settings')).json()) as { key: string }[]
  expect(listed.map(({ key }) => key)).not.toContain('sendMorePositions')
})

test('unknown fields are dropped, whatever their value', async () => {
  const w = world()
  const ana = w.admin()
  w.whatsapp.person('5521996124087').says('oi')
  const odd = { amountUsedBotQueues: 'x', anything: 'x' }
  expect(await read(await ana.json('/api/tickets/1', 'PUT', odd))).toMatchObject({ error: 'ERR_TRANSFER_TARGET' })
  expect(await read(await ana.json('/api/tickets/1', 'PUT', { status: 'open', ...odd }))).toMatchObject({
    status: 'open',
    whatsappId: 1,
  })
  const said = { body: 'olá', fromMe: true, mediaUrl: '', read: 'x', sendQuickMessage: 'x', anything: 'x' }
  expect(await read(await ana.json('/api/messages/1', 'POST', said))).toMatchObject({
    body: 'olá',
    fromMe: true,
    mediaUrl: null,
  })
  expect((await ana.request('/api/whatsapp?session=0&anything=x')).status).toBe(200)
  expect((await ana.request('/api/whatsapp/1?session=0&session=1')).status).toBe(200)
})

test('another company’s id in a list query has no effect', async () => {
  const w = world()
  const other = w.company('Vizinha')
  other.attendant([], { name: 'Vizinho' })
  const admin = w.admin({ name: 'Chefe' })
  for (const path of ['/api/users?active=true', '/api/whatsapp?session=0', '/api/contacts?noTicket=true']) {
    const own = await (await admin.request(path)).text()
    expect(await (await admin.request(`${path}&companyId=${other.tenant.id}`)).text()).toBe(own)
    expect(own).not.toContain('Vizinh')
  }
})
