/** Every setting and connection field offered by a form is read by the product. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CreateConnection } from '../../src/channels/connections/contract'
import { sectionsFor } from '../../ui/shared/settings/options'

const root = join(import.meta.dir, '../..')

/** The product's sources, except those that store, show and explain settings. */
function sources(...without: RegExp[]): string {
  const paths = [...new Bun.Glob('{src,ui}/**/*.{ts,tsx}').scanSync(root)]
  const readers = paths.filter(
    (path) => !/texts|sample|\bwords\.ts/.test(path) && !without.some((one) => one.test(path)),
  )
  return readers.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
}

/** Reserved for billing integrations; nothing in the specification reads them yet. */
const KEPT = ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth']

test('each key of the settings page has a reader', () => {
  const readers = sources(/^src\/settings\//, /^ui\/features\/settings\//)
  const keys = sectionsFor({ isOperator: true }).flatMap(({ options }) =>
    options.flatMap(({ key, is }) => (is === 'place' ? [] : [key])),
  )
  expect(keys.length).toBeGreaterThan(20)
  const unread = keys.filter((key) => !KEPT.includes(key) && !new RegExp(`['"]${key}['"]`).test(readers))
  expect(unread).toEqual([])
})

test('each field of the connection form has a reader', () => {
  const readers = sources(
    /^src\/channels\/connections\/(contract|actions|queries|tables|routes|fields)/,
    /^ui\/features\/connections\//,
  )
  const unread = Object.keys(CreateConnection.entries).filter((field) => !new RegExp(`\\b${field}\\b`).test(readers))
  expect(unread).toEqual([])
})
