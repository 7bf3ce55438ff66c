/** What people wait for before they can begin does not grow with the number of chapters. Its bytes: `first-load.journey.ts`. */
import { expect, test } from 'bun:test'
import { reached } from '../support/modules'

/** Where texts stand, a browser gets no more than their addresses. */
const isTexts = (file: string) => /\btexts(\/\w+)?\.ts$/.test(file)
/** The files that come with these, texts apart. */
async function atOnce(...files: string[]): Promise<string[]> {
  const all = await reached(files, { later: false, closed: isTexts })
  return [...all].filter((file) => /^(ui|src)\//.test(file) && !isTexts(file))
}

test('the sign-in page brings no chapter along', async () => {
  const files = await atOnce('ui/main.tsx', 'ui/features/login/LoginPage.tsx')
  const allowed = /^ui\/(main\.tsx|routes\/(?!pages)|shared\/|features\/login\/)|^src\//
  expect(files.filter((file) => !allowed.test(file))).toEqual([])
})

test('of a chapter that is not open the desk brings an entry of the menu and what its address may hold, nothing else', async () => {
  const files = await atOnce('ui/chapters.ts')
  const allowed =
    /^ui\/(chapters|features\/[^/]+\/(chapter|view)|shared\/(chapter|searchWords|table\/view|i18n\/\w+))\.ts$|^src\/.*contract\.ts$/
  expect(files.filter((file) => !allowed.test(file))).toEqual([])
})
