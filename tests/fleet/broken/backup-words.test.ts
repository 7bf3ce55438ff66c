import { expect, test } from 'bun:test'
import { contentsOf } from '../../../cli/commands/backup'

test('a backup counts the companies that it has, and names those on other nodes', () => {
  const here = { missing: null }
  const there = { missing: 'it is on node node-2', elsewhere: 'node-2' }
  expect(contentsOf({ companies: [here, here] })).toBe('2 companies')
  expect(contentsOf({ companies: [here, there] })).toBe('1 company (1 more is on other nodes)')
  expect(contentsOf({ companies: [here, here, there, there] })).toBe('2 companies (2 more are on other nodes)')
  // Problems are told apart from them.
  expect(contentsOf({ companies: [here, { missing: 'damaged' }] })).toBe('1 company')
})
