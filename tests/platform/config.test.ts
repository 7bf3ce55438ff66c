/** Settings of the installation. */
import { describe, expect, test } from 'bun:test'
import { hostInUrl } from '../../src/platform/address'
import { ConfigError, flagOf, readConfig, settingNames } from '../../src/platform/config'
import { privateNetworks } from '../../src/platform/networks'

describe('settings of the installation', () => {
  test('have their defaults', () => {
    expect(readConfig({})).toEqual({
      dataDir: 'data',
      host: '0.0.0.0',
      port: 8080,
      httpsPort: 443,
      httpPort: 80,
      publicUrl: null,
      trustProxy: [],
      metricsToken: null,
      admin: { email: null, password: null },
      whatsapp: null,
      logLevel: 'info',
    })
  })

  test('are parsed from text', () => {
    const key = 'AB'.repeat(32)
    expect(
      readConfig({
        BALCAO_DATA: '/srv',
        BALCAO_HOST: '::1',
        BALCAO_PORT: '1',
        BALCAO_PUBLIC_URL: 'https://a.example',
        BALCAO_TRUST_PROXY: 'yes',
        BALCAO_METRICS_TOKEN: 'prometheus-da-loja',
        BALCAO_OUTSIDE_ALLOW: '10.0.0.5:5678',
        BALCAO_ADMIN_EMAIL: ' Chefe@Loja.example ',
        BALCAO_ADMIN_PASSWORD: '12345',
        BALCAO_WHATSAPP_URL: 'ws://localhost:1',
        BALCAO_WHATSAPP_ROOT_KEY: key,
        BALCAO_AI_URL: 'http://localhost:11434/v1',
        BALCAO_AI_MODEL: 'qwen3',
        BALCAO_SMTP_URL: 'smtp://loja%40mail.example:s%3A1@mail.example',
        BALCAO_MAIL_FROM: 'Balcão <atende@mail.example>',
        BALCAO_LOG_LEVEL: 'silent',
        PATH: '/bin',
      }),
    ).toEqual({
      dataDir: '/srv',
      host: '::1',
      port: 1,
      httpsPort: 443,
      httpPort: 80,
      publicUrl: 'https://a.example',
      trustProxy: privateNetworks,
      metricsToken: 'prometheus-da-loja',
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

  test('all faults are reported at once, each with its setting', () => {
    const faults = faultsOf({
      BALCAO_PORT: '99999',
      BALCAO_PUBLIC_URL: 'nope',
      BALCAO_TRUST_PROXY: 'maybe',
      BALCAO_METRICS_TOKEN: 'curta',
      BALCAO_ADMIN_PASSWORD: 'abc',
      BALCAO_WHATSAPP_URL: 'http://x',
      BALCAO_LOG_LEVEL: 'loud',
    })
    for (const name of [
      'BALCAO_PORT',
      'BALCAO_PUBLIC_URL',
      'BALCAO_TRUST_PROXY',
      'BALCAO_METRICS_TOKEN',
      'BALCAO_ADMIN_PASSWORD:',
      'BALCAO_WHATSAPP_URL:',
      'BALCAO_LOG_LEVEL',
      'BALCAO_WHATSAPP_URL and BALCAO_WHATSAPP_ROOT_KEY go together',
      'BALCAO_ADMIN_PASSWORD needs',
    ])
      expect(faults.some((fault) => fault.startsWith(name))).toBe(true)
    expect(faults).toHaveLength(9)
    expect(faults).toContain(
      'BALCAO_TRUST_PROXY: must be true, false, or addresses and networks such as 10.0.0.5, 192.168.1.0/24',
    )
    expect(faults).toContain('BALCAO_LOG_LEVEL: must be trace, debug, info, warn, error or silent')
  })

  test.each([
    ...['10.0.0.1/33', '10.0.0.1,', '::1/129', '10.0.0.0/', '10.0.0.0/8/8', 'proxy.example', 'true,10.0.0.1'].map(
      (networks): [string, string] => ['BALCAO_TRUST_PROXY', networks],
    ),
    ['BALCAO_METRICS_TOKEN', 'com espaços no meio dela'],
    ['BALCAO_OUTSIDE_ALLOW', '10.0.0.5'],
    ['BALCAO_AI_URL', 'ia.example'],
    ['BALCAO_AI_KEY', 'com espaço'],
    ['BALCAO_PORT', '80x'],
    ['BALCAO_PORT', '-1'],
    ['BALCAO_PORT', '65536'],
    ['BALCAO_ADMIN_EMAIL', 'nope'],
    ['BALCAO_PUBLIC_URL', 'atende.example.com'],
    ['BALCAO_PUBLIC_URL', 'atende.example.com:8080'],
    ['BALCAO_PUBLIC_URL', 'javascript:alert(1)'],
  ])('rejects %s = %s', (name, value) =>
    expect(faultsOf({ [name]: value }).some((fault) => fault.startsWith(name))).toBe(true),
  )

  test('a fault never contains a secret', () => {
    const faults = faultsOf({ BALCAO_ADMIN_PASSWORD: 'xyz1', BALCAO_METRICS_TOKEN: 'xyz1' })
    expect(faults).toHaveLength(3)
    expect(JSON.stringify(faults)).not.toContain('xyz1')
  })

  test.each([
    ['no', []],
    ['0', []],
    ['1', privateNetworks],
    ['10.0.0.5', ['10.0.0.5']],
    ['192.168.1.0/24, fd00::/8', ['192.168.1.0/24', 'fd00::/8']],
  ])('BALCAO_TRUST_PROXY=%s trusts the right networks', (words, networks) =>
    expect(readConfig({ BALCAO_TRUST_PROXY: words }).trustProxy).toEqual([...networks]),
  )

  test('each has a flag', () => expect(settingNames.map(flagOf)).toContain('--public-url'))
})

test.each([
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['127.0.0.2', '127.0.0.2'],
  ['::1', '[::1]'],
  ['balcao.example', 'balcao.example'],
])('a server that listens on %s has %s in its URL', (host, found) => expect(hostInUrl(host)).toBe(found))
