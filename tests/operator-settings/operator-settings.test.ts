/** The operator's settings through the API: permissions, responses, events and the test mail. */
import { describe, expect, test } from 'bun:test'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mayBeFramed } from '../../src/features/monitor/setting-tests'
import { installationUpdated } from '../../src/operator/contract'
import { packedScreens } from '../../src/platform/assets'
import type { OperatorSettingList, Trial } from '../../src/settings/operator/contract'
import { operatorSettingsUpdated } from '../../src/settings/operator/contract'
import { mailbox, mailThrough } from '../support/mailbox'
import { standInAi } from '../support/stand-in-ai'
import { type World, world } from '../support/world'

const path = '/api/operator-settings'
type Failure = { readonly error: string }
const answer = async <T>(response: Response | Promise<Response>) => (await response).json() as Promise<T>
const valueIn = ({ records }: OperatorSettingList, wanted: string) => records.find(({ key }) => key === wanted)

test('can be changed only by the operator’s users, in one call, and are announced only to them', async () => {
  const w = world()
  const [root, admin] = [w.admin({ super: true }), w.admin()]
  const changed = await answer<OperatorSettingList>(
    root.json(path, 'PUT', { supportUrl: 'https://ajuda.example', trialDays: 10, asaasKey: '$aact_prod_1' }),
  )
  expect(valueIn(changed, 'supportUrl')).toEqual({
    key: 'supportUrl',
    value: 'https://ajuda.example',
    source: 'stored',
  })
  expect(valueIn(changed, 'asaasKey')).toMatchObject({ value: 'set' })
  expect(root.heard(operatorSettingsUpdated)).toHaveLength(1)
  expect(admin.heard(operatorSettingsUpdated)).toEqual([])
  expect((await admin.request(path)).status).toBe(403)
  expect((await admin.json(path, 'PUT', { trialDays: 1 })).status).toBe(403)
  expect((await root.json(path, 'PUT', { trialDays: 0 })).status).toBe(400)
  expect((await root.json(path, 'PUT', { smtpUrl: 'smtp://' })).status).toBe(400)
  expect(valueIn(await answer(root.request(path)), 'trialDays')).toMatchObject({ value: 10 })
})

test('the setting userCreation of company 1 is another name of signUp', async () => {
  const w = world()
  const [root, stranger] = [w.admin({ super: true }), w.company().admin()]
  const alias = '/api/settings/userCreation'
  expect(await answer<unknown>(root.request(alias))).toEqual({ key: 'userCreation', value: 'disabled' })
  expect(await answer<unknown>(root.json(alias, 'PUT', { value: 'enabled' }))).toEqual({
    key: 'userCreation',
    value: 'enabled',
  })
  expect(w.server.operatorSettings.read('signUp')).toBe(true)
  expect(root.heard(operatorSettingsUpdated)).toHaveLength(1)
  expect(stranger.heard(installationUpdated)).toMatchObject([{ signUp: true }])
  expect(await answer<unknown>(root.request(alias))).toMatchObject({ value: 'enabled' })
  expect((await root.json(alias, 'PUT', { value: 'maybe' })).status).toBe(400)
  expect((await w.admin().json(alias, 'PUT', { value: 'disabled' })).status).toBe(403)
  expect((await stranger.request(alias)).status).toBe(403)
})

test('the setting asaas of company 1 is another name of asaasKey, and no other company has one', async () => {
  const w = world()
  const root = w.admin({ super: true })
  const alias = '/api/settings/asaas'
  expect(await answer<unknown>(root.request(alias))).toEqual({ key: 'asaas', value: '' })
  expect(await answer<unknown>(root.json(alias, 'PUT', { value: '$aact_prod_1' }))).toEqual({
    key: 'asaas',
    value: 'set',
  })
  expect(w.server.operatorSettings.read('asaasKey')).toBe('$aact_prod_1')
  await root.json(alias, 'PUT', { value: '' })
  expect(w.server.operatorSettings.read('asaasKey')).toBe('')
  const refused = await w.company().admin().json(alias, 'PUT', { value: '$aact_prod_2' })
  expect(refused.status).toBe(403)
})

test('from the environment are refused with 409 and the variable’s name', async () => {
  const w = world({ environment: { biUrl: 'https://bi.example' } })
  const refused = await w.admin({ super: true }).json(path, 'PUT', { biUrl: 'https://outro.example', trialDays: 3 })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    error: 'ERR_SETTING_BY_ENVIRONMENT',
    details: { variables: ['BALCAO_BI_URL'] },
  })
  expect(w.server.operatorSettings.read('trialDays')).toBe(7)
})

test('a test mail reaches the requesting user with the current settings', async () => {
  const w = world()
  const root = w.admin({ super: true })
  const box = await mailbox()
  const trial = () => answer<Trial>(root.request(`${path}/trials/mail`, { method: 'POST' }))
  expect(await trial()).toEqual({ ok: false, fault: 'notConfigured', answer: null })
  await root.json(path, 'PUT', { smtpUrl: box.url, mailFrom: mailThrough(box).from })
  const sent = await trial()
  expect(sent).toMatchObject({ ok: true, fault: null })
  expect(box.mails().map(({ to }) => to)).toEqual([[sent.answer ?? '']])
})

test('a refused test mail quotes the mail server’s response', async () => {
  const box = await mailbox({ login: { user: 'loja', password: 'certa' } })
  const w = world({ mail: { url: `smtp://loja:errada@${box.host}:${box.port}` } })
  const root = w.admin({ super: true })
  expect(await answer<Trial>(root.request(`${path}/trials/mail`, { method: 'POST' }))).toMatchObject({
    ok: false,
    fault: 'login',
    answer: expect.stringContaining('535'),
  })
})

describe('a trial', () => {
  const trial = (w: World, name: string) =>
    w.admin({ super: true }).request(`${path}/trials/${name}`, { method: 'POST' })

  test('of the AI asks the operator’s model, and says what is missing or refused', async () => {
    const w = world()
    expect(await answer<Failure>(trial(w, 'ai'))).toMatchObject({ error: 'ERR_AI_NOT_CONFIGURED' })
    const { url, key, model } = standInAi()
    const root = w.admin({ super: true })
    await root.json(path, 'PUT', { aiUrl: url, aiKey: key, aiModel: model })
    expect(await answer<Trial>(trial(w, 'ai'))).toMatchObject({ ok: true, answer: expect.stringContaining(model) })
    await root.json(path, 'PUT', { aiKey: 'another' })
    expect(await answer<Failure>(trial(w, 'ai'))).toMatchObject({ error: 'ERR_AI_KEY' })
  })

  test('of the backups writes to their folder, and leaves nothing there', async () => {
    const w = world()
    const folder = join(w.dataDir, 'far', 'copies')
    await w.admin({ super: true }).json(path, 'PUT', { backupFolder: folder })
    expect(await answer<Trial>(trial(w, 'backups'))).toEqual({ ok: true, fault: null, answer: folder })
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file')
    expect(await answer<Trial>(trial(w, 'backups'))).toMatchObject({ ok: false, fault: 'folderRefused' })
  })

  test('of the BI page reports what keeps it out of the monitor', async () => {
    const w = world()
    let reply = () => new Response('<html></html>')
    using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => reply() })
    const outcome = async () => {
      const { ok, fault } = await answer<Trial>(trial(w, 'bi'))
      return ok ? 'shown' : fault
    }
    expect(await outcome()).toBe('noAddress')
    const set = (biUrl: string) => w.admin({ super: true }).json(path, 'PUT', { biUrl })
    await set(`${server.url}`)
    expect(await outcome()).toBe('shown')
    reply = () => new Response('', { headers: { 'x-frame-options': 'SAMEORIGIN' } })
    expect(await outcome()).toBe('notFramed')
    reply = () => new Response('', { status: 404 })
    expect(await outcome()).toBe('pageRefused')
    await server.stop(true)
    expect(await outcome()).toBe('pageUnreachable')
  })

  test.each([
    ['', '', true],
    ['', 'DENY', false],
    ["default-src 'self'", '', true],
    ["frame-ancestors 'none'", '', false],
    ["frame-ancestors 'self'", '', false],
    ["default-src 'self'; frame-ancestors *", 'DENY', true],
    ['frame-ancestors https:', '', true],
    ['frame-ancestors http:', '', false],
    ['frame-ancestors https://balcao.example', 'SAMEORIGIN', true],
    ['frame-ancestors balcao.example', '', true],
    ['frame-ancestors https://other.example https://*.example', '', true],
    ['frame-ancestors https://*.balcao.example', '', false],
    ['frame-ancestors https://balcao.example:8443', '', false],
  ])('reads policy %p and X-Frame-Options %p as a browser does', (policy, options, isShown) => {
    expect(mayBeFramed(policy, options, 'https://balcao.example')).toBe(isShown)
  })
})

test('networks that companies may call hold from the next call', async () => {
  const w = world()
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json({}) })
  const root = w.admin({ super: true })
  const allows = () => w.server.outsideAllow('127.0.0.1', server.port ?? 0)
  expect(allows()).toBe(false)
  expect((await root.json(path, 'PUT', { outsideAllow: '127.0.0.1' })).status).toBe(400)
  await root.json(path, 'PUT', { outsideAllow: `10.0.0.0/8:*, 127.0.0.1:${server.port}` })
  expect(allows()).toBe(true)
  const add = () => w.admin().json('/api/webhooks', 'POST', { url: `${server.url}`, topics: ['messages'] })
  expect((await add()).status).toBe(200)
  await root.json(path, 'PUT', { outsideAllow: null })
  expect(allows()).toBe(false)
  expect((await add()).status).toBe(400)
})

test('the support link reaches open pages of every company at once', async () => {
  const w = world()
  const bruno = w.company().attendant()
  await w.admin({ super: true }).json(path, 'PUT', { supportUrl: 'https://ajuda.example' })
  expect(bruno.heard(installationUpdated)).toEqual([{ supportUrl: 'https://ajuda.example', signUp: false }])
})

test('pages may embed the operator’s dashboard, from its origin only', async () => {
  const shell = Bun.gzipSync('<html></html>')
  const variants = { gzip: [0, shell.length] }
  const header = Buffer.from(
    JSON.stringify({ '/index.html': { type: 'text/html', etag: '"a"', immutable: false, variants } }),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32BE(header.length)
  const screens = packedScreens(() => new Blob([size, header, shell]))
  const framesWith = async (frame: string) => {
    const answer = await screens(new Request('http://localhost/'), ['localhost'], frame)
    return /frame-src ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
  }
  const usual = await framesWith('')
  expect(await framesWith('https://bi.example:8443/d/1?x=1')).toBe(`${usual} https://bi.example:8443`)
  for (const wrong of ["https://a';b", 'javascript:alert(1)', 'data:text/html,x', 'bi.example'])
    expect(await framesWith(wrong)).toBe(usual)
})

test('of the demo say so, cannot be changed, and give way to the environment', async () => {
  const w = world({
    demo: { aiUrl: 'http://127.0.0.1:1', aiModel: 'demo', pixProvider: 'asaas' },
    environment: { pixProvider: 'efi' },
  })
  const root = w.admin({ super: true })
  const list = await answer<OperatorSettingList>(root.request(path))
  expect(valueIn(list, 'aiUrl')).toMatchObject({ source: 'demo' })
  expect(valueIn(list, 'aiKey')).toMatchObject({ source: 'demo', value: '' })
  expect(valueIn(list, 'pixProvider')).toEqual({ key: 'pixProvider', value: 'efi', source: 'environment' })
  expect((await root.json(path, 'PUT', { aiKey: 'sk-1' })).status).toBe(409)
})
