/** The operator sees who has Balcão open, and closes a socket; nobody else does. */
import { describe, expect, test } from 'bun:test'
import type { SocketPage } from '../../src/features/monitor/contract'
import { browserIn, maskedNetwork } from '../../src/platform/socket-facts'
import { CLOSED_BY_OPERATOR } from '../../src/platform/wire'
import type { Attendant } from '../support/company-world'
import { connect } from '../support/socket'
import { world } from '../support/world'
import { until } from '../survival/support/until'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const list = async (who: Attendant, search = ''): Promise<SocketPage> =>
  (await who.request(`/api/monitor/sockets?searchParam=${search}`)).json()

test('lists the open pages of all companies, and closes one, which is recorded', async () => {
  const w = world()
  const { port } = w.listen()
  const other = w.company('Padaria Sol')
  const root = w.admin({ super: true })
  const bia = other.attendant([], { name: 'Bia Rocha' })
  const page = connect({ port }, other.tenant.uuid, { headers: { 'user-agent': FIREFOX } })
  await page.authenticate(await bia.token())
  page.say({ emit: 'ping' })
  const found = async () => (await list(root, 'padaria')).records.find(({ browser }) => browser !== '')
  await until(async () => ((await found())?.received ?? 0) > 0)
  const socket = await found()
  expect(socket).toMatchObject({
    user: 'Bia Rocha',
    company: { name: 'Padaria Sol' },
    network: '127.0.*.*',
    browser: 'Firefox, Windows',
    backlog: 0,
  })
  expect(JSON.stringify(socket)).not.toContain('127.0.0.1')
  expect(await list(root, 'nobody')).toEqual({ records: [], count: 0 })
  const close = () => root.request(`/api/monitor/sockets/${socket?.id}`, { method: 'DELETE' })
  expect((await close()).status).toBe(200)
  expect(await page.isClosed()).toBe(CLOSED_BY_OPERATOR)
  await until(async () => (await found()) === undefined)
  expect((await close()).status).toBe(404)
  expect(w.rows("SELECT act, subject_name FROM audit_log WHERE kind = 'monitor'")).toEqual([
    { act: 'delete', subject_name: 'Bia Rocha' },
  ])
  for (const who of [w.admin(), other.admin()]) expect((await who.request('/api/monitor/sockets')).status).toBe(403)
})

describe('what is told of a client', () => {
  test.each([
    ['203.0.113.7', '203.0.*.*'],
    ['2001:db8:1:2::/64', '2001:db8:*'],
    ['unknown', ''],
  ])('of %s is %s', (network, masked) => expect(maskedNetwork(network)).toBe(masked))

  test.each([
    [FIREFOX, 'Firefox, Windows'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/19.0 Safari/604',
      'Safari, iPhone',
    ],
    ['curl/8', ''],
  ])('who says %s is %s', (userAgent, browser) => expect(browserIn(userAgent)).toBe(browser))
})
