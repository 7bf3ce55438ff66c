import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { DefinedError } from '../../../src/errors'
import * as modules from '../../../ui/modules'
import { type Language, languages } from '../../../ui/shared/i18n/languages'
import type { Module } from '../../../ui/shared/module'
import { allTexts, textIn } from '../support/texts'

type Leaves = Map<string, string[]>

/** Every text of a language by key, with each of its plural forms. */
async function leavesOf(language: Language): Promise<Leaves> {
  const all = await allTexts(language)
  const leaves: Leaves = new Map()
  const walk = (node: unknown, path: string) => {
    if (typeof node === 'string') leaves.set(path, [node])
    else if (typeof node !== 'object' || node === null) throw new Error(`${path} is neither text nor group`)
    else if ('other' in node) leaves.set(path, Object.values(node).map(String))
    else for (const [name, child] of Object.entries(node)) walk(child, path ? `${path}.${name}` : name)
  }
  walk(all, '')
  return leaves
}

const variablesOf = (forms: readonly string[]) =>
  [...new Set(forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1])))].sort()

const portuguese = await leavesOf('pt-BR')

describe.each(languages.filter((language) => language !== 'pt-BR'))('%s', (language) => {
  test('has exactly the keys of Portuguese', async () => {
    expect([...(await leavesOf(language)).keys()].sort()).toEqual([...portuguese.keys()].sort())
  })

  test('uses the same variables in every text', async () => {
    const other = await leavesOf(language)
    const odd = [...portuguese].filter(
      ([key, forms]) => variablesOf(forms).join() !== variablesOf(other.get(key) ?? []).join(),
    )
    expect(odd.map(([key]) => key)).toEqual([])
  })
})

/** Areas that Spanish and Turkish show in English. */
const inTwoLanguages = ['simulator']
const ui = join(import.meta.dir, '../../../ui')

test('all areas are in four languages, except those of tools', async () => {
  const found = await Array.fromAsync(new Bun.Glob('**/*.ts').scan(ui), async (path) => {
    const text = await Bun.file(join(ui, path)).text()
    return [...text.matchAll(/\bdefineInTwoLanguages\('(\w+)'/g)].map(([, area]) => area)
  })
  expect([...new Set(found.flat())]).toEqual(inTwoLanguages)
})

describe.each(languages)('%s', (language) => {
  test('has no empty text and no unpaired star', async () => {
    const odd = [...(await leavesOf(language))].filter(([, forms]) =>
      forms.some((form) => form.trim() === '' || form.split('*').length % 2 === 0),
    )
    expect(odd.map(([key]) => key)).toEqual([])
  })
})

/** Inconsistent terms and tones: each thing has one name in the texts. */
const unwanted: Record<Language, RegExp> = {
  'pt-BR':
    /tickets? importados|Maximo|robô|conclusão|atendimento\p{L}* \p{L}*encerrad|encerr\p{L}* (?:um|o) atendimento/u,
  en: /attendance|attended\b|file did not come|goes from the phones|completion message|closed tickets?|close the ticket/iu,
  es: /ticket|(?<!\p{L})(?:tú|tus?|contigo|elige|inténtalo|reinténtalo|crea una|lee el código|usa otro|toca \*|abre whatsapp|busca[s]\b)(?!\p{L})|atenciones|atención (?:abierta|cerrada|nueva)/iu,
  tr: /konuşma|bilet|ticket/iu,
}
/** A sample conversation, and a place where people are said to write. */
const elsewhere = /^login\.stage\.|^simulator\./

test.each(languages)('%s uses one name for each thing', async (language) => {
  const odd = [...(await leavesOf(language))].filter(
    ([key, forms]) =>
      !elsewhere.test(key) &&
      forms.some((form) => unwanted[language].test(form.replace(/\{\w+\}|Ticketz|Whaticket/g, ''))),
  )
  expect(odd.map(([key, forms]) => `${key}: ${forms.join(' | ')}`)).toEqual([])
})

/** Worded by the specification. */
const specified =
  /^common\.(?:(?:notInPlan|notForUser)\.redirecting|refused\.title)$|^(?:announcements|helps)\.(?:form\.saved|delete\.done)$|^shell\.(?:signedIn|profile\.passwordSaved|overdue\.expired|renewed)$|^billing\.checkout\.done$|^plans\.delete\.done$|^companies\.(?:form\.saved|delete\.done)$|^directory\.access\.saved$|^users\.form\.passwordSaved$|^contacts\.merge\.done$|^notes\.(?:added|deleted)$|^connections\.restarted$|^(?:contactCategories|ratings\.categories)\.(?:saved|delete\.done)$/
/** Texts to contacts may be warmer. */
const toContacts = /^bot\.template\.|^hours\.absence\.suggested|^ratings\.(?:form\.(?:usualComment|thanksHint)|preview)/

test.each(languages)('%s does not shout', async (language) => {
  const odd = [...(await leavesOf(language))].filter(
    ([key, forms]) =>
      !elsewhere.test(key) && !specified.test(key) && !toContacts.test(key) && forms.some((form) => /[!¡]/u.test(form)),
  )
  expect(odd.map(([key, forms]) => `${key}: ${forms.join(' | ')}`)).toEqual([])
})

test.each(languages)('%s writes percent in one way', async (language) => {
  const forms = [...(await leavesOf(language)).values()].flat().filter((form) => form.includes('{percent}'))
  expect(new Set(forms.map((form) => form.replace(/.*?(%?\s?\{percent\}\s?%?).*/u, '$1'))).size).toBe(1)
})

test('a text takes its variables, and its plural from the number', async () => {
  const t = await textIn('pt-BR')
  expect(t('shell.stopped', { count: 1 })).toBe('1 conexão parada')
  expect(t('shell.stopped', { count: 1200 })).toBe('1.200 conexões paradas')
  expect(t('shell.stopped', { count: 0 })).toBe('0 conexões paradas')
  expect(t('bot.tree.count', { count: 0 })).toBe('nenhuma opção')
  expect(t('common.row.edit', { name: 'Loja {x}' })).toBe('Editar Loja {x}')
  expect(t('form.name.short')).toContain('2')
})

test('keys from outside are looked up without being trusted', async () => {
  const t = await textIn('en')
  expect(t.find('form.required')).toBeString()
  expect(t.find('constructor')).toBeUndefined()
  expect(t.find('common.constructor.name')).toBeUndefined()
  expect(t.find('common')).toBeUndefined()
  expect(t.has('common.retry')).toBeTrue()
})

test('English screens say conversation, never ticket', async () => {
  const texts = [...(await leavesOf('en'))].flatMap(([key, forms]) => forms.map((form) => [key, form] as const))
  const titles = Object.values<Module>(modules).flatMap(({ name, menu }) =>
    menu ? [[name, menu.title.en] as const] : [],
  )
  const failures = (await definedErrors()).map(({ code, texts }) => [code, texts.en] as const)
  const odd = [...texts, ...titles, ...failures].filter(([, form]) =>
    /ticket/i.test(form.replace(/\{\w+\}|Ticketz|Whaticket/g, '')),
  )
  expect(odd).toEqual([])
})

/** The errors that the server's features define. */
async function definedErrors(): Promise<DefinedError[]> {
  const root = join(import.meta.dir, '../../../src')
  const files = [...new Bun.Glob('**/*errors.ts').scanSync(root)].filter((file) => file !== 'errors.ts')
  const modules: object[] = await Promise.all(files.map((file) => import(join(root, file))))
  return modules
    .flatMap((module) => Object.values(module))
    .flatMap((group: object) => Object.values(group))
    .filter(isDefinedError)
}
const isDefinedError = (one: unknown): one is DefinedError =>
  typeof one === 'object' && one !== null && 'code' in one && 'texts' in one
