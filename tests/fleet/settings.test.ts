import { describe, expect, test } from 'bun:test'
import { readFleetSettings } from '../../src/fleet/settings'

const node = { BALCAO_FLEET_NODE: 'node-1', BALCAO_FLEET_ADDRESS: '10.1.0.11:8443' }
const tls = { BALCAO_FLEET_CA: '/etc/balcao/ca.pem', BALCAO_FLEET_CERT: '/c.pem', BALCAO_FLEET_KEY: '/k.pem' }
const faultsOf = (source: Record<string, string>) => readFleetSettings(source).faults.join('\n')

describe('the settings of a fleet', () => {
  test('are none without BALCAO_FLEET', () => {
    expect(readFleetSettings({})).toEqual({ faults: [] })
    expect(readFleetSettings({ BALCAO_FLEET: '' })).toEqual({ faults: [] })
    expect(faultsOf(node)).toContain('BALCAO_FLEET_NODE needs BALCAO_FLEET')
  })

  test('name servers, node and files', () => {
    const { settings, faults } = readFleetSettings({
      BALCAO_FLEET: 'nats://10.1.0.1:4222, nats://b.example:4222,tls://[fd00::1]',
      BALCAO_FLEET_CREDENTIALS: '/etc/balcao/node.creds',
      ...node,
      ...tls,
    })
    expect(faults).toEqual([])
    expect(settings).toEqual({
      servers: ['nats://10.1.0.1:4222', 'nats://b.example:4222', 'tls://[fd00::1]'],
      node: 'node-1',
      address: '10.1.0.11:8443',
      credentials: '/etc/balcao/node.creds',
      ca: '/etc/balcao/ca.pem',
      cert: '/c.pem',
      key: '/k.pem',
    })
  })

  test('are refused in words, all at once', () => {
    for (const fleet of ['10.1.0.1:4222', 'http://a:4222', 'nats://user:secret@a:4222', 'nats://a:4222,', 'nats://a b'])
      expect(faultsOf({ ...node, ...tls, BALCAO_FLEET: fleet })).toContain('BALCAO_FLEET: must be addresses')
    const faults = faultsOf({ BALCAO_FLEET: 'nats://a', BALCAO_FLEET_ADDRESS: 'host', BALCAO_FLEET_KEY: 'key' })
    for (const name of [
      '_NODE: is missing',
      '_ADDRESS: must be',
      '_KEY: must be an absolute',
      '_CERT and ',
      '_CA is missing',
    ])
      expect(faults).toContain(`BALCAO_FLEET${name}`)
  })

  test('are refused if one is misspelt', () => {
    expect(
      faultsOf({ ...node, ...tls, BALCAO_FLEET: 'nats://10.1.0.1:4222', BALCAO_FLEET_CREDENTAILS: '/c' }),
    ).toContain(
      'BALCAO_FLEET_CREDENTAILS is not a setting of a fleet. There are BALCAO_FLEET, BALCAO_FLEET_CREDENTIALS',
    )
  })

  test('ask for TLS unless all servers are on this machine', () => {
    for (const server of ['nats://127.0.0.1:4222', 'nats://localhost:4222', 'nats://[::1]:4222'])
      expect(faultsOf({ ...node, BALCAO_FLEET: server })).toBe('')
    for (const server of ['nats://10.1.0.1:4222', 'nats://127.0.0.1:4222,nats://b:4222'])
      expect(faultsOf({ ...node, BALCAO_FLEET: server })).toContain('BALCAO_FLEET_CA is missing')
  })
})
