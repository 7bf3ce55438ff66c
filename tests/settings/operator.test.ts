/** The operator's settings: values of the environment, the table and the default, secrets, and those of company 1. */

import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { controlPath, tenantPath } from '../../src/platform/databases'
import { changeOperatorSettings } from '../../src/settings/operator/actions'
import { variableOf } from '../../src/settings/operator/contract'
import { readEnvironment, readWords } from '../../src/settings/operator/settings'
import { type World, world } from '../support/world'

const version = async (w: World) =>
  (await (await w.request('/api/version')).json()) as { readonly signUp: boolean; readonly supportUrl: string | null }
const change = (w: World, wanted: Parameters<typeof changeOperatorSettings>[3]) =>
  changeOperatorSettings(w.cx, null, w.server.operatorSettings, wanted)

describe('operator settings', () => {
  test('have a default, are stored with their type, and go back to the default', () => {
    const w = world()
    const { read } = w.server.operatorSettings
    expect([read('trialDays'), read('signUp'), read('supportUrl'), read('pixProvider')]).toEqual([
      7,
      false,
      '',
      'manual',
    ])
    change(w, { trialDays: 14, signUp: true, supportUrl: 'https://ajuda.example', pixProvider: 'efi' })
    expect([read('trialDays'), read('signUp'), read('supportUrl'), read('pixProvider')]).toEqual([
      ...[14, true, 'https://ajuda.example', 'efi'],
    ])
    change(w, { trialDays: null, signUp: false })
    expect([read('trialDays'), read('signUp')]).toEqual([7, false])
    const sources = new Map(w.server.operatorSettings.list().map(({ key, source }) => [key, source]))
    expect([sources.get('trialDays'), sources.get('signUp')]).toEqual(['default', 'stored'])
  })

  test('take the environment’s value over the stored one, and refuse to change it', () => {
    const w = world({ environment: { trialDays: 30 } })
    w.server.databases.writableControl().$client.exec("INSERT INTO operator_settings VALUES ('trialDays', '3', 0)")
    const { read, list } = w.server.operatorSettings
    expect(read('trialDays')).toBe(30)
    expect(list().find(({ key }) => key === 'trialDays')).toEqual({
      key: 'trialDays',
      value: 30,
      source: 'environment',
    })
    expect(() => change(w, { trialDays: 5 })).toThrow('ERR_SETTING_BY_ENVIRONMENT')
  })

  test('keep secrets encrypted, show only that they are set, and record only that', () => {
    const w = world()
    change(w, { smtpUrl: 'smtp://loja:segredo@mail.example' })
    expect(w.server.operatorSettings.read('smtpUrl')).toBe('smtp://loja:segredo@mail.example')
    expect(JSON.stringify(w.server.operatorSettings.list())).not.toContain('segredo')
    const control = w.server.databases.writableControl().$client
    expect(JSON.stringify(control.prepare('SELECT * FROM operator_settings').all())).not.toContain('segredo')
    const entries = w.db.$client.prepare('SELECT kind, act, changes FROM audit_log ORDER BY id DESC LIMIT 1').all()
    expect(entries).toEqual([
      { kind: 'operatorSetting', act: 'update', changes: '[{"field":"smtpUrl","from":null,"to":"set"}]' },
    ])
  })

  test('never send a key to an address that it was not entered for', () => {
    const w = world()
    change(w, { aiUrl: 'https://um.example/v1', aiModel: 'm', aiKey: 'sk-1' })
    expect(w.server.ai()).toEqual({ url: 'https://um.example/v1', key: 'sk-1', model: 'm' })
    change(w, { aiModel: 'n' })
    expect(w.server.ai()).toMatchObject({ key: 'sk-1', model: 'n' })
    change(w, { aiUrl: 'https://outro.example/v1' })
    expect(w.server.ai()).toEqual({ url: 'https://outro.example/v1', key: null, model: 'n' })
  })

  test('of the environment’s AI service come from there alone', async () => {
    const w = world()
    change(w, { aiUrl: 'https://um.example/v1', aiModel: 'm', aiKey: 'sk-1' })
    await w.close()
    const again = world({ dataDir: w.dataDir, environment: { aiUrl: 'http://localhost:1/v1', aiModel: 'local' } })
    expect(again.server.ai()).toEqual({ url: 'http://localhost:1/v1', key: null, model: 'local' })
  })

  test('follow what another process writes', async () => {
    const w = world()
    expect(await version(w)).toMatchObject({ signUp: false, supportUrl: null })
    const other = new Database(controlPath(w.dataDir))
    other.exec("INSERT INTO operator_settings VALUES ('signUp', 'true', 0), ('supportUrl', 'https://a.example', 0)")
    other.close()
    const start = performance.now()
    while (performance.now() - start < 6); // the file of another process is looked at every 5 ms
    expect(await version(w)).toMatchObject({ signUp: true, supportUrl: 'https://a.example' })
  })

  test('ignore stored values that are not allowed', () => {
    const w = world()
    w.server.databases
      .writableControl()
      .$client.exec(
        "INSERT INTO operator_settings VALUES ('trialDays', 'many', 0), ('supportUrl', 'javascript:alert(1)', 0), ('smtpUrl', 'gcm1.AAAA', 0)",
      )
    const { read } = w.server.operatorSettings
    expect([read('trialDays'), read('supportUrl'), read('smtpUrl')]).toEqual([7, '', ''])
  })

  test('refuse a time that never comes', () => {
    const w = world()
    expect(() => change(w, { backupCron: '61 3 * * *' })).toThrow('ERR_INVALID_INPUT')
    change(w, { backupCron: '0 3 * * *' })
    expect(w.server.operatorSettings.read('backupCron')).toBe('0 3 * * *')
  })
})

describe('the environment', () => {
  test('names each setting', () => {
    expect([variableOf('trialDays'), variableOf('supportUrl'), variableOf('aiUrl')]).toEqual([
      ...['BALCAO_TRIAL_DAYS', 'BALCAO_SUPPORT_URL', 'BALCAO_AI_URL'],
    ])
  })
  test('takes 0 where it means no limit, and an empty text for no number', () => {
    const values = (words: string) => readEnvironment({ BALCAO_EMAIL_RECIPIENTS_PER_HOUR: words }).values
    expect(values('0')).toEqual({ emailRecipientsPerHour: 0 })
    expect([values(''), values(' ')]).toEqual([{}, {}])
    expect(readWords('emailRecipientsPerHour', '')).toBeUndefined()
  })

  test('is read with its types, and every fault is told', () => {
    expect(
      readEnvironment({
        BALCAO_TRIAL_DAYS: '14',
        BALCAO_SIGN_UP: 'yes',
        BALCAO_BI_URL: '',
        BALCAO_PIX_PROVIDER: 'asaas',
      }),
    ).toEqual({ values: { trialDays: 14, signUp: true, pixProvider: 'asaas' }, faults: [] })
    expect(readEnvironment({ BALCAO_TRIAL_DAYS: '0', BALCAO_SIGN_UP: 'maybe' })).toEqual({
      values: {},
      faults: ['BALCAO_SIGN_UP: must be true or false', 'BALCAO_TRIAL_DAYS: must be a whole number from 1 to 365'],
    })
  })
})

describe('settings that were company 1’s', () => {
  const old = (w: World) => {
    const tenant = new Database(tenantPath(w.dataDir, w.tenant.uuid))
    tenant.exec("INSERT INTO settings VALUES ('supportUrl', 'https://antes.example'), ('userCreation', 'enabled')")
    tenant.close()
    const control = new Database(join(w.dataDir, 'control.db'))
    control.exec("DELETE FROM meta WHERE key = 'operator-settings'")
    control.close()
  }

  test('are carried over at the first start', async () => {
    const w = world()
    await w.close()
    old(w)
    const again = await w.reopen()
    expect(await version(again)).toMatchObject({ signUp: true, supportUrl: 'https://antes.example' })
  })

  test('are carried over once, and not over what was set since', async () => {
    const w = world()
    change(w, { supportUrl: 'https://agora.example' })
    await w.close()
    old(w)
    const again = await w.reopen()
    expect(await version(again)).toMatchObject({ signUp: true, supportUrl: 'https://agora.example' })
    change(again, { signUp: null })
    const last = await again.reopen()
    expect(await version(last)).toMatchObject({ signUp: false })
  })
})
