import { afterAll, expect, test } from 'bun:test'
import './local-storage'

Object.assign(globalThis, { document: { documentElement: { lang: '' } } })
afterAll(() => void Reflect.deleteProperty(globalThis, 'document'))
const { store } = await import('../../../ui/shared/store')
const { chooseLanguage, languageAtom, loadTexts } = await import('../../../ui/shared/i18n/language')

test('of two languages chosen quickly the last one stays, though the texts of the first are still to come', async () => {
  await loadTexts('first')
  const before = store.get(languageAtom)
  const other = chooseLanguage(before === 'en' ? 'tr' : 'en')
  await chooseLanguage(before)
  await other
  expect(store.get(languageAtom)).toBe(before)
})
