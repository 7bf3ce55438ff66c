/** The operator's settings through the API: who may, what is shown and announced, and the test mail. */
import { expect, test } from 'bun:test'
import { installationUpdated } from '../../src/operator/contract'
import { packedScreens } from '../../src/platform/assets'
import type { OperatorSettingList, Trial } from '../../src/settings/operator/contract'
import { operatorSettingsUpdated } from '../../src/settings/operator/contract'
import { mailbox, mailThrough } from '../support/mailbox'
import { world } from '../support/world'

const path = '/api/operator-settings'
const answer = async <T>(response: Response | Promise<Response>) => (await response).json() as Promise<T>
const valueIn = ({ records }: OperatorSettingList, wanted: string) => records.find(({ key }) => key === wanted)

test('are changed by the operator’s people, in one call, and announced to them alone', async () => {
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

test('of the environment answer 409 with the variable’s name', async () => {
  const w = world({ environment: { biUrl: 'https://bi.example' } })
  const refused = await w.admin({ super: true }).json(path, 'PUT', { biUrl: 'https://outro.example', trialDays: 3 })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    error: 'ERR_SETTING_BY_ENVIRONMENT',
    details: { variables: ['BALCAO_BI_URL'] },
  })
  expect(w.server.operatorSettings.read('trialDays')).toBe(7)
})

test('a test mail reaches the person who asks, through the settings as they are now', async () => {
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

test('a refused test mail tells the server’s own answer', async () => {
  const box = await mailbox({ login: { user: 'loja', password: 'certa' } })
  const w = world({ mail: { url: `smtp://loja:errada@${box.host}:${box.port}` } })
  const root = w.admin({ super: true })
  expect(await answer<Trial>(root.request(`${path}/trials/mail`, { method: 'POST' }))).toMatchObject({
    ok: false,
    fault: 'login',
    answer: expect.stringContaining('535'),
  })
})

test('the support link reaches open pages of every company at once', async () => {
  const w = world()
  const bruno = w.company().attendant()
  await w.admin({ super: true }).json(path, 'PUT', { supportUrl: 'https://ajuda.example' })
  expect(bruno.heard(installationUpdated)).toEqual([{ supportUrl: 'https://ajuda.example', signUp: false }])
})

test('pages may hold the operator’s figures, from that origin alone', async () => {
  const shell = Bun.gzipSync('<html></html>')
  const variants = { gzip: [0, shell.length] }
  const header = Buffer.from(
    JSON.stringify({ '/index.html': { type: 'text/html', etag: '"a"', immutable: false, variants } }),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32BE(header.length)
  const screens = packedScreens(new Blob([size, header, shell]))
  const framesWith = async (frame: string) => {
    const answer = await screens(new Request('http://localhost/'), ['localhost'], frame)
    return /frame-src ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
  }
  const usual = await framesWith('')
  expect(await framesWith('https://bi.example:8443/d/1?x=1')).toBe(`${usual} https://bi.example:8443`)
  for (const wrong of ["https://a';b", 'javascript:alert(1)', 'data:text/html,x', 'bi.example'])
    expect(await framesWith(wrong)).toBe(usual)
})
