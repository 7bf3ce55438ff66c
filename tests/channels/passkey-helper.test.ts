/**
 * The downloaded helper: bound to one address, with permissions only for that and WhatsApp Web, and without requests.
 */
import { expect, test } from 'bun:test'
import { unzip } from '../support/unzip'
import { world } from '../support/world'

async function downloaded(host: string, options: Parameters<typeof world>[0] = {}): Promise<Record<string, string>> {
  const answer = await world(options).request('/passkey/helper.zip', { headers: { host } })
  expect(answer.status).toBe(200)
  const files = Object.entries(unzip(Buffer.from(await answer.arrayBuffer())))
  return Object.fromEntries(files.map(([name, content]) => [name, content.toString()]))
}

test('contains and shows the address it was downloaded from', async () => {
  const files = await downloaded('balcao.example:8443')
  const manifest = JSON.parse(files['manifest.json'] ?? '')
  expect(files['config.js']).toContain('globalThis.BALCAO_ORIGIN = "http://balcao.example:8443"')
  expect(manifest.action.default_title).toContain('http://balcao.example:8443')
  expect(files['popup.html']).toContain('<b>http://balcao.example:8443</b>')
  expect(manifest.host_permissions).toEqual(['http://balcao.example/*', 'https://web.whatsapp.com/*'])
  expect(manifest.permissions).toEqual(['scripting', 'storage'])
  const matches = manifest.content_scripts.flatMap((one: { matches: string[] }) => one.matches)
  expect(new Set(matches)).toEqual(new Set(manifest.host_permissions))
  for (const file of manifest.content_scripts.flatMap((one: { js: string[] }) => one.js))
    expect(files[file]).toBeString()
})

test('uses the public address', async () => {
  const files = await downloaded('balcao.example', { publicUrl: 'https://balcao.example' })
  expect(files['config.js']).toContain('"https://balcao.example"')
})

test('makes no requests, loads no code, and contains only the two addresses', async () => {
  const files = await downloaded('balcao.example')
  for (const [name, text] of Object.entries(files).filter(([name]) => name.endsWith('.js'))) {
    expect([
      name,
      text.match(/\bfetch\b|XMLHttpRequest|WebSocket|sendBeacon|importScripts|\beval\b|new Function|innerHTML/),
    ]).toEqual([name, null])
    const addresses = text.match(/https?:\/\/[^/'"`\s]+/g) ?? []
    expect(addresses.filter((one) => !['https://web.whatsapp.com', 'http://balcao.example'].includes(one))).toEqual([])
  }
})

test('refuses an invalid host', async () => {
  const answer = await world().request('/passkey/helper.zip', { headers: { host: 'a b"c' } })
  expect(answer.status).toBe(400)
})
