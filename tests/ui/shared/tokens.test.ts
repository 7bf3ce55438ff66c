/** Styles load page by page: a custom property must be defined wherever it is used, whatever was opened before. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ui = join(import.meta.dir, '..', '..', '..', 'ui')
const files = [...new Bun.Glob('**/*.{css,ts,tsx}').scanSync(ui)]
const read = (file: string) => readFileSync(join(ui, file), 'utf8').replace(/\/\*.*?\*\//gs, '')
/** `--x: …` of a style sheet, `'--x': …` of code. */
const defined = (text: string) => [...text.matchAll(/(--[\w-]+)['"]?\]?:/g)].map(([, name = '']) => name)
/** Without a fallback: `var(--x)`, and Tailwind's `bg-(--x)`. */
const used = (text: string) => [...text.matchAll(/(?:var|-)\((--[\w-]+)\s*\)/g)].map(([, name = '']) => name)

/** Every page loads these first. */
function loadedFirst(sheet: string): string[] {
  const imported = [...read(sheet).matchAll(/@import "(\.[^"]+)"/g)].map(([, path = '']) => join(dirname(sheet), path))
  return [sheet, ...imported.flatMap(loadedFirst)]
}
const theme = loadedFirst('shared/theme/app.css').flatMap((sheet) => defined(read(sheet)))
const code = files.filter((file) => !file.endsWith('.css')).flatMap((file) => defined(read(file)))
/** Defined by Tailwind where `font-mono` is used, and by the popups' library. */
const libraries = ['--font-mono', '--available-width', '--available-height']
const everywhere = new Set([...theme, ...code, ...libraries])

/** The style sheets of a feature come together; a shared one comes alone. */
const companions = (file: string) => {
  const feature = /^features\/[^/]+\//.exec(file)?.[0]
  return files.filter((other) => other === file || (feature && other.endsWith('.css') && other.startsWith(feature)))
}

test('every custom property is defined by the styles loaded first, or by those of the same feature', () => {
  const missing = files.flatMap((file) => {
    const here = new Set(companions(file).flatMap((sheet) => defined(read(sheet))))
    return used(read(file))
      .filter((name) => !everywhere.has(name) && !here.has(name))
      .map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('a token of one theme exists in the other', () => {
  const sheet = read('shared/theme/theme.css')
  const of = (name: string) =>
    [...sheet.matchAll(new RegExp(`\\[data-theme="balcao-${name}"\\] \\{(.*?)\\n\\}`, 'gs'))]
      .flatMap(([, body = '']) => defined(body))
      .sort()
  expect(of('dark')).toContain('--chart-6')
  expect(of('dark')).toEqual(of('light'))
})
