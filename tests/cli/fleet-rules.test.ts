/** Every command says what it does in a fleet. */
import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FleetRule, fleetRules } from '../../cli/fleet'
import { createProgram, everyCommand, wordsOf } from '../../cli/index'
import { balcao, folder, installation } from './support'

const commands = everyCommand(createProgram({ program: [], releaseKey: '', describeApi: async () => new Uint8Array() }))
  .filter((command) => command.commands.length === 0)
  .map(wordsOf)

const wordsWith = (rule: (one: FleetRule) => boolean) =>
  Object.entries(fleetRules).flatMap(([words, one]) => (rule(one) ? [words] : []))

/** Arguments that a command needs before it begins. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'tenant create': ['Loja', '--email', 'a@b.example'],
  'tenant delete': ['2', '--name', 'Loja'],
  'invoice pay': ['1'],
  'plan create': ['A', '--users', '1', '--connections', '1', '--queues', '1', '--amount', '1'],
  'plan assign': ['1', 'none'],
  'plan delete': ['1'],
  'user create': ['a@b.example', '--name', 'Ana'],
  'user set-password': ['a@b.example'],
  'session archive': ['1'],
  'session restore': ['1'],
  'settings get': ['currency'],
  'settings set': ['currency', 'BRL'],
  'settings unset': ['currency'],
  'backup restore': ['one'],
  import: ['dump.sql'],
  'watch-update': ['--attempt', 'a', '--parent', '1'],
  'try-update': ['--attempt', 'a', '--parent', '1'],
  'tenant show': ['1'],
  'tenant suspend': ['1'],
  'tenant resume': ['1'],
  'tenant restore': ['1'],
}

/** An installation whose folder says that it is a node's. */
async function nodeFolder(): Promise<string> {
  const dataDir = await installation()
  writeFileSync(
    join(dataDir, 'fleet.env'),
    'BALCAO_FLEET=nats://127.0.0.1:4222\nBALCAO_FLEET_NODE=node-1\nBALCAO_FLEET_ADDRESS=127.0.0.1:8443\n',
  )
  return dataDir
}

test('every command stands in the table, and no other', () => {
  expect(Object.keys(fleetRules).toSorted()).toEqual(commands.toSorted())
})

describe('in a folder that belongs to a fleet', () => {
  test.each(wordsWith((rule) => typeof rule === 'object'))('%s is refused in words', async (words) => {
    const dataDir = await nodeFolder()
    const { code, out, err } = await balcao([...words.split(' '), ...(needed[words] ?? []), '--data', dataDir])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/fleet|BALCAO_FLEET/)
  })

  test.each(wordsWith((rule) => rule === 'owner'))('%s asks the node, and opens nothing without it', async (words) => {
    const dataDir = await nodeFolder()
    const { code, out, err } = await balcao([...words.split(' '), ...(needed[words] ?? []), '--data', dataDir])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('No node runs on')
  })

  test('the environment says more than the file, unless it is empty', async () => {
    const dataDir = await nodeFolder()
    const of = (env: Record<string, string>) => balcao(['serve', '--data', dataDir, '--port', '0'], { env })
    expect((await of({ BALCAO_FLEET: 'http://a' })).err).toContain('BALCAO_FLEET: must be addresses')
    expect((await of({ BALCAO_FLEET: '', BALCAO_FLEET_KEY: 'key' })).err).toContain('BALCAO_FLEET_KEY: must be')
  })
})

describe('settings of a fleet', () => {
  test('are refused in words all at once, and nothing is created: 2', async () => {
    const dataDir = folder()
    const env = { BALCAO_FLEET: 'nats://10.0.0.1', BALCAO_FLEET_ADDRESS: 'host' }
    const { code, err } = await balcao(['serve', '--data', dataDir, '--port', '0'], { env })
    expect(code).toBe(2)
    for (const name of ['_NODE: is missing', '_ADDRESS: must be', '_CA is missing'])
      expect(err).toContain(`BALCAO_FLEET${name}`)
    expect([...new Bun.Glob('**').scanSync(dataDir)]).toEqual([])
  })

  test('are refused without BALCAO_FLEET', async () => {
    const { code, err } = await balcao(['serve', '--data', folder(), '--port', '0'], {
      env: { BALCAO_FLEET_NODE: 'node-1' },
    })
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('BALCAO_FLEET_NODE needs BALCAO_FLEET') })
  })

  test('stand in the help of serve', async () => {
    const { fleetSettingNames } = await import('../../src/fleet/settings')
    const { out } = await balcao(['serve', '--help'])
    for (const name of fleetSettingNames) expect(out).toContain(`${name} `)
  })
})

describe('fleet commands in a folder without a fleet', () => {
  test.each([
    ['status', []],
    ['doctor', []],
  ])('%s says so', async (word, args) => {
    const { code, err } = await balcao(['fleet', word, ...args, '--data', await installation()])
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('belongs to no fleet') })
  })

  test.each([
    ['move', ['1', 'node-2']],
    ['drain', []],
    ['leave', []],
    ['rebalance', []],
  ])('%s says that no node runs', async (word, args) => {
    const { code, err } = await balcao(['fleet', word, ...args, '--data', await installation()])
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('No node runs on') })
  })

  test('init needs an installation, and machines', async () => {
    expect(await balcao(['fleet', 'init', '--data', folder()])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no installation'),
    })
    const dataDir = await installation()
    expect(await balcao(['fleet', 'init', '--data', dataDir])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--server'),
    })
    expect(await balcao(['fleet', 'init', '--create', '--data', dataDir])).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no fleet yet'),
    })
    mkdirSync(join(dataDir, 'empty'))
    expect(await balcao(['fleet', 'join', join(dataDir, 'empty'), '--data', folder()])).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no fleet.env'),
    })
  })
})
