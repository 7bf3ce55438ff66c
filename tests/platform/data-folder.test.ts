import { expect, test } from 'bun:test'
import { Command } from 'commander'
import { dataFolderOf, findDataFlag } from '../../src/platform/data-folder'

/** As `installationCommand` and `serve` declare it. */
function byCommander(args: readonly string[]): string | undefined {
  const command = new Command('doctor')
    .option('--data <folder>')
    .option('--json')
    .option('--trust-proxy [value]')
    .option('--host <value>')
    .argument('[words...]')
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  command.parse([...args], { from: 'user' })
  return command.getOptionValue('data') as string | undefined
}

test.each([
  [[]],
  [['--data', 'a']],
  [['--data=a']],
  [['--data=a=b']],
  [['--data=']],
  [['--data', '']],
  [['--data', 'a', '--data=b']],
  [['--data=b', '--json', '--data', 'a']],
  [['--json', '--host', '::1', '--data', '/srv/duas palavras']],
  [['word', '--data', 'a', 'word']],
  [['--data', 'a', '--', '--data', 'b']],
  [['--', '--data', 'b']],
  [['--trust-proxy', '--data', 'a']],
  [['--trust-proxy=true', '--data', 'ção']],
  [['--data', '--json']],
])('reads --data from %j as the command does', (args) => {
  expect(findDataFlag(['doctor', ...args])).toBe(byCommander(args))
})

test('a folder that is not given is that of the environment, or "data"', () => {
  expect(dataFolderOf(undefined, { BALCAO_DATA: '/srv/desk' })).toBe('/srv/desk')
  expect(dataFolderOf('', { BALCAO_DATA: '/srv/desk' })).toBe('/srv/desk')
  expect(dataFolderOf('a', { BALCAO_DATA: '/srv/desk' })).toBe('a')
  expect(dataFolderOf(undefined, { BALCAO_DATA: '' })).toBe('data')
})
