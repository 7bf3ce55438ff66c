/** The operator's settings and backups from the command line, beside a running server. */
import { expect, test } from 'bun:test'
import { balcao, balcaoJson, eventually, installation, start, withDatabases } from './support'

const SMTP = 'smtp://loja:segredo@mail.example:2525'

test('settings are listed, read, changed and reset, and a running server follows at once', async () => {
  const data = await installation()
  const server = await start(['serve', '--data', data])
  const supportUrl = async () =>
    ((await (await server.api('/version')).json()) as { supportUrl: string | null }).supportUrl
  expect(await supportUrl()).toBeNull()
  expect(await balcaoJson<unknown>(['settings', 'set', 'supportUrl', 'https://ajuda.example', '--data', data])).toEqual(
    [{ key: 'supportUrl', value: 'https://ajuda.example', source: 'stored' }],
  )
  expect(await eventually(async () => (await supportUrl()) === 'https://ajuda.example')).toBe(true)
  expect((await balcao(['settings', 'get', 'supporturl', '--data', data])).out).toBe('https://ajuda.example')
  await balcao(['settings', 'set', 'smtpUrl', SMTP, '--data', data])
  const list = (await balcao(['settings', 'list', '--data', data])).out
  expect(list).not.toContain('segredo')
  expect(list).toMatch(/smtpUrl +stored +set/)
  expect((await balcao(['settings', 'unset', 'supportUrl', '--data', data])).code).toBe(0)
  expect(await eventually(async () => (await supportUrl()) === null)).toBe(true)
  for (const [key, wrong, takes] of [
    ['trialDays', 'many', 'a whole number from 1 to 365'],
    ['pixProvider', 'boleto', 'one of manual, efi, asaas'],
    ['backupCron', 'daily', 'such as 0 3 * * *'],
  ] as const)
    expect(await balcao(['settings', 'set', key, wrong, '--data', data])).toMatchObject({
      code: 1,
      err: expect.stringContaining(takes),
    })
  expect(await balcao(['settings', 'set', 'nothing', '1', '--data', data])).toMatchObject({
    code: 1,
    err: expect.stringContaining('balcao settings list'),
  })
})

test('settings and backups of the command line are in the operator’s audit log', async () => {
  const data = await installation()
  await balcao(['settings', 'set', 'trialDays', '14', '--data', data])
  await balcao(['backup', 'create', '--data', data])
  const acts = await withDatabases(data, ({ writableControl, tenant }) => {
    const uuid = String(writableControl().$client.prepare('SELECT uuid FROM companies WHERE id = 1').pluck().get())
    const log = tenant(uuid)
      .$client.prepare("SELECT kind || ' ' || act || ' ' || user_name FROM audit_log")
      .pluck()
      .all()
    const runs = writableControl().$client.prepare("SELECT kind || ' ' || state FROM backup_runs").pluck().all()
    return { log, runs }
  })
  expect(acts).toEqual({ log: ['operatorSetting update ', 'backup create '], runs: ['command verified'] })
})
