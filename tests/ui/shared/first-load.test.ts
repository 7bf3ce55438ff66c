/** What people wait for before they can begin does not grow with the number of modules. Its bytes: `first-load.journey.ts`. */
import { expect, test } from 'bun:test'
import { codeOf, reached } from '../support/modules'

/** Where texts stand, a browser gets no more than their addresses. */
const isTexts = (file: string) => /\btexts(\/\w+)?\.ts$/.test(file)
/** The files that come with these, texts apart. */
async function atOnce(...files: string[]): Promise<string[]> {
  const all = await reached(files, { later: false, closed: isTexts })
  return [...all].filter((file) => /^(ui|src)\//.test(file) && !isTexts(file))
}

test('the sign-in page brings no module along but the address of the desk', async () => {
  const files = await atOnce('ui/main.tsx', 'ui/features/login/LoginPage.tsx')
  const allowed = /^ui\/(main\.tsx|routes\/(?!pages)|shared\/|features\/(login\/|desk\/(module|view)))|^src\//
  expect(files.filter((file) => !allowed.test(file))).toEqual([])
})

test('nor does the desk: the list of modules comes after it', async () => {
  const files = await atOnce('ui/main.tsx', 'ui/routes/PrivateShell.tsx', 'ui/features/desk/TicketsPage.tsx')
  expect(files.length).toBeGreaterThan(200)
  const later = /^ui\/(modules|routes\/pages)\.ts$|\/features\/\w+\/module\.ts$/
  expect(files.filter((file) => later.test(file))).toEqual(['ui/features/desk/module.ts'])
})

test('nor what floats above a page before somebody has pressed a button', async () => {
  const files = await atOnce('ui/main.tsx', 'ui/routes/PrivateShell.tsx', 'ui/features/desk/TicketsPage.tsx')
  const heavy: string[] = []
  for (const file of files)
    if (/ from '(@base-ui|recharts|yet-another|frimousse)/.test(await codeOf(file))) heavy.push(file)
  // Of that library only the list of toasts, which is small.
  expect(heavy).toEqual(['ui/shared/kit/toast.ts'])
})

test('of a module that is not open the list brings an entry of the menu and what its address may hold, nothing else', async () => {
  const files = await atOnce('ui/modules.ts')
  const allowed =
    /^ui\/(modules|features\/[^/]+\/(module|view)|shared\/(module|searchWords|table\/view|i18n\/\w+))\.ts$|^src\/.*contract\.ts$/
  expect(files.filter((file) => !allowed.test(file))).toEqual([])
})
