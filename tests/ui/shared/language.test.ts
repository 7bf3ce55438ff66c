import { afterAll, expect, test } from 'bun:test'
import { texts as login } from '../../../ui/features/login/texts'
import { chat } from '../../../ui/features/simulator/texts/chat'
import { phones } from '../../../ui/features/simulator/texts/phones'
import { common } from '../../../ui/shared/texts'

Object.assign(globalThis, { document: { documentElement: { lang: '' } } })
const { store } = await import('../../../ui/shared/store')
const { chooseLanguage, languageAtom, loadTexts, text } = await import('../../../ui/shared/i18n/language')
afterAll(async () => {
  await chooseLanguage('pt-BR')
  Reflect.deleteProperty(globalThis, 'document')
})

test('of two languages chosen in quick succession the last stays, though the first’s texts arrive later', async () => {
  await loadTexts(common)
  const before = store.get(languageAtom)
  const other = chooseLanguage(before === 'en' ? 'tr' : 'en')
  await chooseLanguage(before)
  await other
  expect(store.get(languageAtom)).toBe(before)
})

test('texts that come with a page are available to what is on screen, and change language with it', async () => {
  await chooseLanguage('pt-BR')
  await loadTexts(common)
  const t = text()
  expect(t.find('login.enter')).toBeUndefined()
  await loadTexts(login)
  expect(text()).toBe(t)
  expect(t('login.enter')).toBe('Entrar')
  await chooseLanguage('en')
  expect([text()('login.enter'), text()('common.cancel')]).toEqual(['Sign in', 'Cancel'])
})

test('texts of one area may come in parts', async () => {
  await chooseLanguage('en')
  await Promise.all([loadTexts(phones), loadTexts(chat)])
  expect([text()('simulator.title'), text()('simulator.chats')]).toEqual(['Simulator', 'Chats'])
})
