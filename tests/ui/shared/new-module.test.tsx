/** A new module edits no file of the screens but the list of modules, which this test hands over itself. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Provider } from 'jotai/react'
import { renderToReadableStream } from 'react-dom/server'
import { actionLabel, fieldLabel, kindLabel, offeredKinds } from '../../../ui/features/audit/labels'
import { entriesOf, visibleGroups } from '../../../ui/features/shell/entries'
import { ModuleStrips } from '../../../ui/features/shell/ModuleStrips'
import * as modules from '../../../ui/modules'
import { moduleRoute } from '../../../ui/routes/moduleRoute'
import { auditKindsAtom, loadAuditKinds } from '../../../ui/shared/audit'
import { formatOf } from '../../../ui/shared/i18n/format'
import { speak, text } from '../../../ui/shared/i18n/language'
import { type Language, languages } from '../../../ui/shared/i18n/languages'
import { type Module, modulesAtom } from '../../../ui/shared/module'
import { store } from '../../../ui/shared/store'
import { loadLogKinds, logKindsAtom } from '../../../ui/shared/ticketLog'
import { greenhouse } from '../support/greenhouse'

const all: readonly Module[] = [...Object.values<Module>(modules), greenhouse]

// The language is stored in the document.
beforeAll(() => void Object.assign(globalThis, { document: { documentElement: {} } }))
afterAll(async () => {
  store.set(modulesAtom, [])
  await speak('pt-BR')
  Reflect.deleteProperty(globalThis, 'document')
})

/** What the part says in each of the four languages. */
async function inAll(say: (language: Language) => unknown): Promise<unknown[]> {
  const words: unknown[] = []
  for (const language of languages) {
    await speak(language)
    words.push(await say(language))
  }
  return words
}

const rendered = async (element: React.ReactNode) => {
  const stream = await renderToReadableStream(<Provider store={store}>{element}</Provider>)
  await stream.allReady
  return new Response(stream).text()
}

test('its page has an address, and comes with its texts', async () => {
  const route = moduleRoute(greenhouse)
  const { options } = (await route.lazyFn?.()) ?? {}
  const Page = options?.component
  if (!Page) throw new Error('the page has not been loaded')
  expect(route.options).toMatchObject({ path: '/greenhouse' })
  expect(await inAll(() => rendered(<Page />))).toEqual([
    '<h1>Estufa</h1>',
    '<h1>Greenhouse</h1>',
    '<h1>Invernadero</h1>',
    '<h1>Sera</h1>',
  ])
})

test('the menu leads to it', async () => {
  const seen = { may: () => true, features: null, plan: null, simulator: false, find: '' }
  const titles = (language: Language) =>
    visibleGroups({ ...seen, language }, entriesOf(all))
      .flatMap(({ entries }) => entries)
      .flatMap(({ name, to, title }) => (name === 'greenhouse' ? `${to} ${title[language]}` : []))
  expect(await inAll(titles)).toEqual([
    ['/greenhouse Estufa'],
    ['/greenhouse Greenhouse'],
    ['/greenhouse Invernadero'],
    ['/greenhouse Sera'],
  ])
})

test('the audit log offers its kind, and names its acts and fields', async () => {
  await loadAuditKinds(all)
  const words = () => ({
    t: text(),
    format: formatOf('pt-BR', 'America/Sao_Paulo', text()),
    nameOf: () => undefined,
    kinds: store.get(auditKindsAtom),
  })
  const change = { field: 'litres', from: 1, to: 2 }
  expect(offeredKinds(words()).at(-1)).toBe('plant')
  expect(
    await inAll(() => [
      kindLabel(words(), 'plant'),
      actionLabel(words(), { kind: 'plant', act: 'water' }),
      fieldLabel(words(), { kind: 'plant' }, change),
    ]),
  ).toEqual([
    ['Planta', 'rega', 'Litros'],
    ['Plant', 'watered', 'Litres'],
    ['Planta', 'riego', 'Litros'],
    ['Bitki', 'sulandı', 'Litre'],
  ])
})

test('the log of a ticket shows what it writes there', async () => {
  await loadLogKinds(all)
  const entry = () => store.get(logKindsAtom)?.get('plantWatered')?.(text(), { litres: 2 })
  expect(await inAll(entry)).toEqual([
    ['Regou', 2],
    ['Watered', 2],
    ['Regó', 2],
    ['Suladı', 2],
  ])
})

test('its strip stands above every page', async () => {
  store.set(modulesAtom, [greenhouse])
  expect(await inAll(() => rendered(<ModuleStrips />))).toEqual([
    expect.stringContaining('<aside>A estufa está seca.</aside>'),
    expect.stringContaining('<aside>The greenhouse is dry.</aside>'),
    expect.stringContaining('<aside>El invernadero está seco.</aside>'),
    expect.stringContaining('<aside>Sera kuru.</aside>'),
  ])
})
