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
const PRESSED = '[aria-pressed="true"]'
const states: Readonly<Record<string, string>> = { '': '', 'hover:': ':hover', 'aria-pressed:': PRESSED }
/** The fills that a rule sets, by state: its own declaration, and the utilities that it applies. */
const fillsOf = (body: string): (readonly [state: string, fill: string])[] => {
  const own = /(?:--btn-bg|background(?:-color)?):\s*([^;]+)/.exec(body)?.[1]
  const applied = [...body.matchAll(/(?<=[\s;])(hover:|aria-pressed:|)bg-([\w-]+)/g)]
  return [
    ...(own === undefined ? [] : [['', own] as const]),
    ...applied.map(([, variant = '', fill = '']) => [states[variant] ?? variant, fill] as const),
  ]
}
/** The fill of each single selector that sets one. */
const fills = new Map(
  [...sheets.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = '']) =>
    fillsOf(body).flatMap(([state, fill]) =>
      selectors.split(',').map((one) => [`${one.trim()}${state}`, fill] as const),
    ),
  ),
)

test('a toggle under the pointer does not look pressed', () => {
  const pressed = [...fills].filter(([selector]) => selector.includes(PRESSED))
  expect(pressed.length).toBeGreaterThan(5)
  const alike = pressed.filter(([selector, fill]) => fills.get(selector.replace(PRESSED, ':hover')) === fill)
  expect(alike).toEqual([])
})

test('nor does one that says its look in utilities', () => {
  const files = [...new Bun.Glob('**/*.tsx').scanSync(ui)].map((file) => readFileSync(join(ui, file), 'utf8'))
  const looks = files.flatMap((code) => code.match(/(["'`])[^"'`]*aria-pressed:bg-[^"'`]*\1/g) ?? [])
  expect(looks.length).toBeGreaterThan(0)
  const fillFor = (look: string, state: string) => new RegExp(`${state}:bg-([\\w-]+)`).exec(look)?.[1]
  expect(looks.filter((look) => fillFor(look, 'hover') === fillFor(look, 'aria-pressed'))).toEqual([])
})

test('every kind of button that can be pressed shows it', () => {
  for (const kind of ['.btn-icon', '.btn-ghost', '.note-toggle', '.late-only', '.emoji-one', '.month-day'])
    expect(fills.has(`${kind}${PRESSED}`)).toBe(true)
})
