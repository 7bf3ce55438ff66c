/** The README in Portuguese says the same as the English one. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const read = (name: string) => Bun.file(join(root, name)).text()
const [english, portuguese] = await Promise.all([read('README.md'), read('README.pt-BR.md')])

const levels = (text: string) => text.match(/^#+(?= )/gm)
/** What people type: lines of shell examples without their comments. */
const commands = (text: string) =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .trim()
      .split('\n')
      .map((line) => line.replace(/\s+#.*/, '')),
  )
/** The first cell of each row below a table's head: settings, commands, exit codes. `\|` is no border. */
const keys = (text: string) =>
  text
    .split(/^\|[-|]+\|$/m)
    .slice(1)
    .map((table) =>
      table
        .trim()
        .split('\n\n', 1)[0]
        ?.split('\n')
        .map((row) => row.split(/(?<!\\)\|/)[1]?.trim()),
    )
/** Defaults of settings. */
const defaults = (text: string) =>
  [...text.matchAll(/^\| (`BALCAO_[^|]*)\|([^|]*)\|/gm)].map(([, key, value]) => [key, value])
const links = (text: string) =>
  [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to).filter((to) => !/^README/.test(to))
const settings = (text: string) => [...new Set(text.match(/BALCAO_[A-Z_]+/g))].toSorted()

test.each([
  ['headings', levels],
  ['commands', commands],
  ['rows of tables', keys],
  ['defaults', defaults],
  ['links', links],
  ['settings', settings],
])('has the same %s', (_name, of) => {
  expect(of(english)?.length).toBeGreaterThan(2)
  expect(of(portuguese)).toEqual(of(english) as never)
})

/** GitHub's, of headings, and those that are set by hand. */
const anchors = (text: string) => [
  ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d -]/gu, '')
      .replaceAll(' ', '-'),
  ),
  ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id),
]

test.each([
  ['English', english],
  ['Portuguese', portuguese],
])('leads to its own chapters: %s', (_name, text) => {
  const wanted = links(text).flatMap((to) => (to.startsWith('#') ? to.slice(1) : []))
  expect(wanted.length).toBeGreaterThan(2)
  expect(wanted.filter((to) => !anchors(text).includes(to))).toEqual([])
})

test('and each leads to the other', () => {
  expect(english).toContain('](README.pt-BR.md)')
  expect(portuguese).toContain('](README.md)')
})
