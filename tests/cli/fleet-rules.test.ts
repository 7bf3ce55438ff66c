/** Every command says what it does in a fleet. */
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FleetRule, fleetRules, requireFleetAllows } from '../../cli/fleet'
import { createProgram, everyCommand, wordsOf } from '../../cli/index'
import { balcao, folder, installation } from './support'

const commands = everyCommand(createProgram({ program: [], releaseKey: '', describeApi: async () => new Uint8Array() }))
  .filter((command) => command.commands.length === 0)
  .map(wordsOf)

const wordsWith = (rule: (one: FleetRule) => boolean) =>
  Object.entries(fleetRules).flatMap(([words, one]) => (rule(one) ? [words] : []))

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
    await expect(requireFleetAllows(words, folder())).rejects.toThrow(/fleet|BALCAO_FLEET/)
  })

  test.each(wordsWith((rule) => rule === 'owner'))('%s asks the node', async (words) => {
    await expect(requireFleetAllows(words, folder())).rejects.toThrow('No node runs on')
  })

  test('commands find that out by themselves, and open nothing', async () => {
    const dataDir = await nodeFolder()
    const refused = async (args: readonly string[], words: string) =>
      expect(await balcao([...args, '--data', dataDir])).toEqual({
        code: 1,
        out: '',
        err: expect.stringContaining(words),
      })
    await refused(['user', 'list'], 'No node runs on')
    await refused(['backup', 'restore', 'one'], 'an empty folder')
    await refused(['backup', 'restore', 'one', '--tenant', 'any'], 'No node runs on')
    await refused(['import', 'one'], 'No node runs on')
    expect(existsSync(join(dataDir, 'control.db-wal'))).toBe(false)
  })

  test('the environment says more than the file, unless it is empty', async () => {
    const dataDir = await nodeFolder()
    const of = (env: Record<string, string>) => balcao(['serve', '--data', dataDir, '--port', '0'], { env })
    expect((await of({ BALCAO_FLEET: 'http://a' })).err).toContain('BALCAO_FLEET: must be addresses')
    expect((await of({ BALCAO_FLEET: '', BALCAO_FLEET_KEY: 'key' })).err).toContain('BALCAO_FLEET_KEY: must be')
  })
})

test('a folder that a node has served is not opened without the settings of its fleet', async () => {
  const dataDir = await installation()
  writeFileSync(join(dataDir, 'fleet-node.json'), '{}')
  for (const args of [['serve', '--port', '0'], ['user', 'list'], ['backup', 'restore', 'one'], ['doctor']])
    expect(await balcao([...args, '--data', dataDir])).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining('is the folder of a node in a fleet'),
    })
  expect((await balcao(['fleet', 'join', 'none', '--data', dataDir])).err).not.toContain('is the folder of a node')
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
