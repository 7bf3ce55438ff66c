/** Where files of the Cloud API are fetched from. */

import { afterAll, expect, test } from 'bun:test'
import { locate } from '../../../../src/channels/meta/cloud/media'
import { createGraph } from '../../../../src/channels/meta/graph'
import type { Account } from '../../../../src/channels/meta/product'
import { noWait } from '../../../../src/platform/gate'

let told = ''
const graphs = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json({ url: told }) })
afterAll(() => graphs.stop(true))

const url = `http://127.0.0.1:${graphs.port}`
const account: Account = {
  ref: { tenantUuid: 'company', connectionId: 1 },
  graph: createGraph(() => ({ url, version: 'v26.0' }), noWait),
  credentials: {
    channel: 'whatsapp_cloud',
    account: '1000',
    sender: '1000',
    businessId: '2000',
    token: 'token',
    appSecret: null,
  },
  appSecret: '',
}
const found = (address: string) => {
  told = address
  return locate(account, JSON.stringify({ id: '1', sha256: null })).then(({ reach }) => reach, String)
}

test('the token goes to Meta’s file servers and to where the operator says that Graph is, and nowhere else', async () => {
  expect(await found('https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1')).toBe('public')
  expect(await found(`${url}/whatsapp_business/attachments/?mid=1`)).toBe('any')
  for (const elsewhere of ['http://169.254.169.254/latest', 'https://fbsbx.com.example/', 'file:///etc/passwd', ''])
    expect(await found(elsewhere)).toContain('unavailable')
})
