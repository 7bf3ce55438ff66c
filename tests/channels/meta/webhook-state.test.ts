/** Whether Meta can reach our address, and whether it sends a number's events there. */
import { describe, expect, test } from 'bun:test'
import type { NumberWebhook } from '../../../src/channels/meta/cloud/contract'
import { addressFault, judgeApp } from '../../../src/channels/meta/webhook-state'
import { webhookObjects } from '../../../src/simulator/meta/contract'
import { until } from '../../support/until'
import { officialWorld } from './official'

describe('an address', () => {
  test('must be https, and no name or number of a private network', () => {
    const faults = {
      'https://balcao.example': null,
      'https://203.0.114.7:8443': null,
      'http://balcao.example': 'plain',
      'http://localhost:8080': 'private',
      'https://balcao.localhost': 'private',
      'https://servidor': 'private',
      'https://loja.local': 'private',
      'https://192.168.1.10': 'private',
      'https://[::1]:8080': 'private',
      'https://100.64.0.9': 'private',
    }
    for (const [url, fault] of Object.entries(faults)) expect([url, addressFault(url)]).toEqual([url, fault])
  })
})

describe('an app that serves several kinds of accounts', () => {
  const url = 'https://balcao.example/api/meta/webhook'
  const all = webhookObjects.map((object) => ({
    object: object as string,
    callback_url: url,
    active: true,
    fields: ['messages', 'messaging_postbacks', 'message_echoes', 'message_template_status_update'].map((name) => ({
      name,
    })),
  }))

  test('is right when each of them is', () => {
    expect(judgeApp(all, url).fault).toBeNull()
    expect(judgeApp([], url)).toEqual({ fault: 'unset', answer: webhookObjects.join(', ') })
    const off = all.map((one) => ({ ...one, active: one.object === 'page' }))
    expect(judgeApp(off, url)).toEqual({ fault: 'inactive', answer: 'instagram, whatsapp_business_account' })
    const poor = all.map((one) => ({ ...one, fields: [{ name: 'messages' }] }))
    expect(judgeApp(poor, url)).toMatchObject({ fault: 'fields', answer: expect.stringContaining('message_echoes') })
  })
})

describe('a number with an app of its company', () => {
  async function place(isOnBizApp = false) {
    const o = await officialWorld({ isOnBizApp })
    const { admin, connectionId, app } = o.official
    const ask = async () => {
      const answer = await admin.request(`/api/whatsapp/${connectionId}/webhook`)
      return (await answer.json()) as NumberWebhook
    }
    return { ...o, app, ask }
  }

  test('is told that Meta calls us, and since when', async () => {
    const p = await place()
    p.w.clock.forward(60_000)
    expect(await p.ask()).toEqual({
      url: 'http://localhost/api/meta/webhook',
      fault: null,
      answer: `${p.url}/api/meta/webhook`,
      calledAt: new Date(p.w.clock.now()).toISOString(),
    })
  })

  test('is told which address, field or word of Meta stands against it', async () => {
    const p = await place()
    p.app.callbackUrl = 'https://outro.example/webhook'
    expect(await p.ask()).toMatchObject({ fault: 'elsewhere', answer: 'https://outro.example/webhook' })
    // The account's own address is the one that counts.
    p.official.business.subscriptions.set(p.app.id, { url: `${p.url}/api/meta/webhook` })
    expect(await p.ask()).toMatchObject({ fault: null })
    p.official.business.subscriptions.set(p.app.id, { url: 'https://antigo.example/' })
    expect(await p.ask()).toMatchObject({ fault: 'elsewhere', answer: 'https://antigo.example/' })
    p.official.business.subscriptions.set(p.app.id, null)
    p.app.callbackUrl = null
    expect(await p.ask()).toMatchObject({ fault: 'unset' })
    p.app.callbackUrl = `${p.url}/api/meta/webhook`
    p.app.fields.whatsapp_business_account = ['messages']
    expect(await p.ask()).toMatchObject({ fault: 'fields', answer: 'message_template_status_update' })
    p.meta.endToken(p.official.token)
    expect(await p.ask()).toMatchObject({ fault: 'refused', answer: expect.stringContaining('expired') })
  })

  test('needs more of Meta while it stays on a phone', async () => {
    const p = await place(true)
    p.app.fields.whatsapp_business_account = ['messages', 'message_template_status_update', 'history']
    expect(await p.ask()).toMatchObject({ fault: 'fields', answer: 'smb_message_echoes, smb_app_state_sync' })
  })

  test('a first event proves that Meta calls us, whatever the app says', async () => {
    const p = await place()
    p.w.db.$client.prepare('UPDATE meta_accounts SET subscribed_at = NULL').run()
    await p.chat.text('Oi')
    await until(() => p.w.rows<{ at: number }>('SELECT subscribed_at AS at FROM meta_accounts')[0]?.at, 'the event')
  })

  test('of another company is not asked about', async () => {
    const p = await place()
    const other = p.w.company().admin()
    expect((await other.request(`/api/whatsapp/${p.official.connectionId}/webhook`)).status).toBe(404)
  })
})
