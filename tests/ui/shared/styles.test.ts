import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ui = join(import.meta.dir, '..', '..', '..', 'ui')
const theme = join(ui, 'shared', 'theme')

/** The classes with which the selectors of a style sheet start. */
const begun = (...path: string[]): string[] =>
  [
    ...readFileSync(join(...path), 'utf8')
      .replace(/\/\*.*?\*\//gs, '')
      .matchAll(/(?:^|[{},])\s*\.([\w-]+)/g),
  ].map(([, name = '']) => name)

test('styles of one page do not affect another: once loaded they stay, whatever page is opened next', () => {
  const everywhere = readdirSync(theme).filter((file) => file.endsWith('.css') && file !== 'desk.css')
  const shared = new Set(everywhere.flatMap((file) => begun(theme, file)))
  const desk = [...begun(theme, 'desk.css'), ...begun(ui, 'features', 'messages', 'kinds.css')]
  const phones = new Set(begun(ui, 'features', 'simulator', 'lab.css'))
  expect(desk.filter((name) => phones.has(name) && !shared.has(name))).toEqual([])
  expect(desk).toContain('poll')
})
