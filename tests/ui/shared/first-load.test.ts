/** The initial bundle does not grow with the number of modules. Its bytes: `first-load.journey.ts`. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { codeOf, reached } from '../support/modules'

/** Where texts are, a browser gets only their addresses. */
const isTexts = (file: string) => /\btexts(\/\w+)?\.ts$/.test(file)
/** The files loaded with these, without texts. */
async function atOnce(...files: string[]): Promise<string[]> {
  const all = await reached(files, { later: false, closed: isTexts })
  return [...all].filter((file) => /^(ui|src)\//.test(file) && !isTexts(file))
}

test('the sign-in page loads no module except the desk’s address', async () => {
  const files = await atOnce('ui/main.tsx', 'ui/features/login/LoginPage.tsx')
  const allowed = /^ui\/(main\.tsx|routes\/(?!pages)|shared\/|features\/(login\/|desk\/(module|view)))|^src\//
  expect(files.filter((file) => !allowed.test(file))).toEqual([])
})

test('nor does the desk: the module list comes after it', async () => {
  const files = await atOnce('ui/main.tsx', 'ui/routes/PrivateShell.tsx', 'ui/features/desk/TicketsPage.tsx')
  expect(files.length).toBeGreaterThan(200)
  const later = /^ui\/(modules|routes\/pages)\.ts$|\/features\/\w+\/module\.ts$/
  expect(files.filter((file) => later.test(file))).toEqual(['ui/features/desk/module.ts'])
})

test('nor popups before a button is pressed', async () => {
  const files = await atOnce('ui/main.tsx', 'ui/routes/PrivateShell.tsx', 'ui/features/desk/TicketsPage.tsx')
  const heavy: string[] = []
  for (const file of files)
    if (/ from '(@base-ui|recharts|yet-another|frimousse)/.test(await codeOf(file))) heavy.push(file)
  // Of that library only the toast list, which is small.
  expect(heavy).toEqual(['ui/shared/kit/toast.ts'])
})

test('a closed module adds only its menu entry and search schema to the list', async () => {
  const files = await atOnce('ui/modules.ts')
  const allowed =
    /^ui\/(modules|features\/[^/]+\/(company\/)?(module|view)|shared\/(module|searchWords|table\/view|i18n\/\w+))\.ts$|^src\/.*contract\.ts$/
  expect(files.filter((file) => !allowed.test(file))).toEqual([])
})

test('the first styles hold the utilities of every component that is loaded at once', async () => {
  const theme = 'ui/shared/theme'
  const sheet = await Bun.file(join(theme, 'app.css')).text()
  const sources = [...sheet.matchAll(/@source "(.+)"/g)].map(([, path = '']) => new Bun.Glob(join(theme, path)))
  const files = await atOnce(
    'ui/main.tsx',
    'ui/features/login/LoginPage.tsx',
    'ui/routes/PrivateShell.tsx',
    'ui/features/desk/TicketsPage.tsx',
    'ui/ticketParts.ts',
  )
  const components = files.filter((file) => file.endsWith('.tsx'))
  expect(components.length).toBeGreaterThan(100)
  expect(components.filter((file) => !sources.some((source) => source.match(file)))).toEqual([])
})
