/** Settings of the installation, read all at once. */
import { describe, expect, test } from 'bun:test'
import { hostInUrl } from '../../src/platform/address'
import { ConfigError, flagOf, readConfig, settingNames } from '../../src/platform/config'

describe('settings of the installation', () => {
  test('have their defaults', () => {
    expect(readConfig({})).toEqual({
      dataDir: 'data',
      host: '0.0.0.0',
      port: 8080,
      publicUrl: null,
      trustProxy: false,
      admin: { email: null, password: null },
      whatsapp: null,
      logLevel: 'info',
    })
  })

  test('are read from their words', () => {
    const key = 'AB'.repeat(32)
    expect(
      readConfig({
        BALCAO_DATA: '/srv',
        BALCAO_HOST: '::1',
        BALCAO_PORT: '1',
        BALCAO_PUBLIC_URL: 'https://a.example',
        BALCAO_TRUST_PROXY: 'yes',
        BALCAO_ADMIN_EMAIL: ' Chefe@Loja.example ',
        BALCAO_ADMIN_PASSWORD: '12345',
        BALCAO_WHATSAPP_URL: 'ws://localhost:1',
        BALCAO_WHATSAPP_ROOT_KEY: key,
        BALCAO_LOG_LEVEL: 'silent',
        PATH: '/bin',
      }),
    ).toEqual({
      dataDir: '/srv',
      host: '::1',
      port: 1,
      publicUrl: 'https://a.example',
      trustProxy: true,
      admin: { email: 'chefe@loja.example', password: '12345' },
      whatsapp: { url: 'ws://localhost:1', rootKey: key.toLowerCase() },
      logLevel: 'silent',
    })
  })

  const faultsOf = (source: Record<string, string>) => {
    try {
      readConfig(source)
      return []
    } catch (error) {
      if (error instanceof ConfigError) return error.faults
      throw error
    }
  }

  test('all faults are reported at once, each by its name', () => {
    const faults = faultsOf({
      BALCAO_PORT: '99999',
      BALCAO_PUBLIC_URL: 'nope',
      BALCAO_TRUST_PROXY: 'maybe',
      BALCAO_ADMIN_PASSWORD: 'abc',
      BALCAO_WHATSAPP_URL: 'http://x',
      BALCAO_LOG_LEVEL: 'loud',
    })
    for (const name of [
      'BALCAO_PORT',
      'BALCAO_PUBLIC_URL',
      'BALCAO_TRUST_PROXY',
      'BALCAO_ADMIN_PASSWORD:',
      'BALCAO_WHATSAPP_URL:',
      'BALCAO_LOG_LEVEL',
      'BALCAO_WHATSAPP_URL and BALCAO_WHATSAPP_ROOT_KEY go together',
      'BALCAO_ADMIN_PASSWORD needs',
    ])
      expect(faults.some((fault) => fault.startsWith(name))).toBe(true)
    expect(faults).toHaveLength(8)
    expect(faults).toContain('BALCAO_TRUST_PROXY: must be true or false')
    expect(faults).toContain('BALCAO_LOG_LEVEL: must be trace, debug, info, warn, error or silent')
  })

  test.each([
    ['BALCAO_PORT', '80x'],
    ['BALCAO_PORT', '-1'],
    ['BALCAO_PORT', '65536'],
    ['BALCAO_ADMIN_EMAIL', 'nope'],
    ['BALCAO_PUBLIC_URL', 'atende.example.com'],
    ['BALCAO_PUBLIC_URL', 'atende.example.com:8080'],
    ['BALCAO_PUBLIC_URL', 'javascript:alert(1)'],
  ])('%s may not be %s', (name, value) =>
    expect(faultsOf({ [name]: value }).some((fault) => fault.startsWith(name))).toBe(true),
  )

  test('a fault never contains a password', () =>
    expect(JSON.stringify(faultsOf({ BALCAO_ADMIN_PASSWORD: 'xyz1' }))).not.toContain('xyz1'))

  test('each has its flag', () => expect(settingNames.map(flagOf)).toContain('--public-url'))
})

test.each([
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['127.0.0.2', '127.0.0.2'],
  ['::1', '[::1]'],
  ['balcao.example', 'balcao.example'],
])('a server that listens on %s is found at %s', (host, found) => expect(hostInUrl(host)).toBe(found))
