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

const sheets = [...new Bun.Glob('**/*.css').scanSync(ui)].map((file) => readFileSync(join(ui, file), 'utf8')).join('\n')
const VARIANTS: Readonly<Record<string, string>> = {
  '': '',
  'hover:': ':hover',
  'aria-pressed:': '[aria-pressed="true"]',
}
/** What a rule fills, by the state that it adds to its selector: in CSS, or in the words of utilities. */
function fillsOf(body: string): [state: string, fill: string][] {
  const said = /(?:--btn-bg|background(?:-color)?):\s*([^;]+)/.exec(body)?.[1]
  const applied = [...body.matchAll(/(?<=@apply [^;]*)(?<=\s)([a-z-]+:)?bg-([\w-]+)/g)].flatMap(
    ([, variant = '', colour = '']): [string, string][] => {
      const state = VARIANTS[variant]
      return state === undefined ? [] : [[state, colour]]
    },
  )
  return said === undefined ? applied : [...applied, ['', said.replace(/^var\(--(?:color-)?([\w-]+)\)$/, '$1')]]
}
/** The fill of each single selector that sets one. */
const fills = new Map(
  [...sheets.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = '']) =>
    selectors
      .split(',')
      .flatMap((one) => fillsOf(body).map(([state, fill]) => [`${one.trim()}${state}`, fill] as const)),
  ),
)
const PRESSED = '[aria-pressed="true"]'

test('a toggle under the pointer does not look pressed', () => {
  const pressed = [...fills].filter(([selector]) => selector.includes(PRESSED))
  expect(pressed.length).toBeGreaterThan(5)
  const alike = pressed.filter(([selector, fill]) => fills.get(selector.replace(PRESSED, ':hover')) === fill)
  expect(alike).toEqual([])
})

test('every kind of button that can be pressed shows it', () => {
  for (const kind of ['.btn-icon', '.btn-ghost', '.note-toggle', '.late-only', '.emoji-one', '.month-day'])
    expect(fills.has(`${kind}${PRESSED}`)).toBe(true)
})
