/** The step "texts" of `bun run check`: each class of fault is named with its file and key. */
import { describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { faultsOf, translationFaults } from '../translations'

const portuguese = {
  title: 'Etiquetas',
  form: { name: 'Nome de {name}', hint: 'Até {most} letras' },
  count: { zero: 'nenhuma', one: '{count} etiqueta de {owner}', other: '{count} etiquetas de {owner}' },
  heads: ['Nome', 'Cor'],
  greeting: 'Olá, {{name}}',
}
const english = {
  title: 'Tags',
  form: { name: 'Name of {name}', hint: 'Up to {most} letters' },
  count: { zero: 'none', one: '{count} tag of {owner}', other: '{count} tags of {owner}' },
  heads: ['Name', 'Colour'],
  greeting: 'Hello, {{name}}',
}
const { title, ...withoutTitle } = english

describe('a translation', () => {
  test('like the Portuguese has no faults', () => expect(faultsOf(portuguese, english, 'en')).toEqual([]))

  test.each<[string, object, string[]]>([
    ['lacks a key', withoutTitle, ['title: is missing']],
    ['lacks a key of a group', { ...english, form: { name: '{name}' } }, ['form.hint: is missing']],
    ['has a key too many', { ...english, subtitle: 'x' }, ['subtitle: is not in the Portuguese']],
    ['lacks a variable', { ...english, form: { ...english.form, name: 'Name' } }, ['form.name: lacks {name}']],
    [
      'has a variable too many',
      { ...english, title: '{count} tags' },
      ['title: has {count}, which the Portuguese lacks'],
    ],
    [
      'writes a variable with other braces',
      { ...english, greeting: 'Hello, {name}' },
      ['greeting: lacks {{name}}', 'greeting: has {name}, which the Portuguese lacks'],
    ],
    ['has a text for a plural', { ...english, count: 'tags' }, ['count: is a text, and in Portuguese a plural']],
    ['has a plural for a text', { ...english, title: english.count }, ['title: is a plural, and in Portuguese a text']],
    ['has a text for a group', { ...english, form: 'x' }, ['form: is a text, and in Portuguese a group']],
    ['has a number for a text', { ...english, title: 3 }, ['title: is a number, and in Portuguese a text']],
    [
      'lacks a plural form',
      { ...english, count: { zero: 'none', other: english.count.other } },
      ['count: the plural form "one" is missing'],
    ],
    [
      'has a plural form that its language lacks',
      { ...english, count: { ...english.count, few: 'few' } },
      ['count: en has no plural form "few"'],
    ],
    [
      'lacks a variable in the form for other numbers',
      { ...english, count: { ...english.count, other: '{count} tags' } },
      ['count: lacks {owner}'],
    ],
    [
      'has a variable too many in a plural form',
      { ...english, count: { ...english.count, one: 'one {thing}' } },
      ['count: has {thing}, which the Portuguese lacks'],
    ],
    [
      'has an empty plural form',
      { ...english, count: { ...english.count, one: '' } },
      ['count: the plural form "one" is empty or no text'],
    ],
    ['is empty', { ...english, title: ' ' }, ['title: is empty']],
    ['has a shorter list', { ...english, heads: ['Name'] }, ['heads.1: is missing']],
    ['stands in another order', { ...withoutTitle, title }, ['title: does not stand where it does in the Portuguese']],
  ])('that %s', (_, other, faults) => expect(faultsOf(portuguese, other, 'en')).toEqual(faults))

  test('names in the form for other numbers what any form names, and the number only where it likes', () => {
    const model = { one: '{count} de {owner}', other: 'várias' }
    expect(faultsOf(model, { one: '{count}', other: 'some of {owner}' }, 'en')).toEqual([])
    expect(faultsOf(model, { one: '{count} of {owner}', other: 'some' }, 'en')).toEqual(['the file: lacks {owner}'])
  })

  test('has only the plural forms of its language', () => {
    const other = { one: 'a', other: 'b' }
    expect(faultsOf(other, { one: 'a', few: 'b', other: 'c' }, 'tr')).toEqual(['the file: tr has no plural form "few"'])
    expect(faultsOf(other, { one: 'a', many: 'b', other: 'c' }, 'es')).toEqual([])
  })
})

const FOUR = `export const texts = { of: async () => ({ tags: { title: 'x' } }) } // from './texts.en.json'`
const good = { 'texts.en.json': '{"title":"x"}', 'texts.es.json': '{"title":"x"}', 'texts.tr.json': '{"title":"x"}' }

describe('files', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['are all there', { 'texts.ts': FOUR, ...good }, []],
    ['are none beside texts without translations', { 'texts.ts': 'export const texts = 1' }, []],
    [
      'lack a language',
      { 'texts.ts': FOUR, 'texts.en.json': good['texts.en.json'], 'texts.es.json': good['texts.es.json'] },
      ['ui/tags/texts.tr.json: is missing'],
    ],
    [
      'lack every language',
      { 'texts.ts': FOUR },
      ['en', 'es', 'tr'].map((language) => `ui/tags/texts.${language}.json: is missing`),
    ],
    [
      'have an unknown language',
      { 'texts.ts': FOUR, ...good, 'texts.fr.json': '{}' },
      ['ui/tags/texts.fr.json: no such language'],
    ],
    ['belong to nothing', { 'words.en.json': '{}' }, ['ui/tags/words.en.json: no words.ts beside it']],
    ['are not JSON', { 'texts.ts': FOUR, ...good, 'texts.es.json': '{' }, ['ui/tags/texts.es.json: is not JSON']],
    [
      'have a fault',
      { 'texts.ts': FOUR, ...good, 'texts.tr.json': '{"name":"x"}' },
      ['ui/tags/texts.tr.json: title: is missing', 'ui/tags/texts.tr.json: name: is not in the Portuguese'],
    ],
    [
      'belong to two objects of texts',
      { 'texts.ts': `${FOUR}\nexport const more = texts`, ...good },
      ['ui/tags/texts.ts: exports 2 objects of texts; translations need exactly one'],
    ],
    [
      'are the texts of errors',
      {
        'errors.ts': `export const errors = { ERR_X: { code: 'ERR_X', texts: { 'pt-BR': 'a {limit}' } } }`,
        'errors.en.json': '{"ERR_X":"a {limit}","ERR_Y":"b"}',
        'errors.es.json': '{"ERR_X":"a"}',
        'errors.tr.json': '{"ERR_X":"a {limit}"}',
      },
      ['ui/tags/errors.en.json: ERR_Y: is not in the Portuguese', 'ui/tags/errors.es.json: ERR_X: lacks {limit}'],
    ],
    [
      'are phrases by language',
      {
        'phrases.ts': `export const phrases = { 'pt-BR': { back: 'Voltar' }, en: {} }`,
        'phrases.en.json': '{}',
        'phrases.es.json': '{"back":"x"}',
        'phrases.tr.json': '{"back":"x"}',
      },
      ['ui/tags/phrases.en.json: back: is missing'],
    ],
    [
      'of a tool are in two languages',
      { 'texts.ts': `${FOUR} defineInTwoLanguages(`, 'texts.en.json': good['texts.en.json'] },
      [],
    ],
  ])('%s', async (_, files, faults) => {
    const folder = mkdtempSync(join(tmpdir(), 'balcao-texts-'))
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, 'ui/tags', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    try {
      expect(await translationFaults(folder)).toEqual(faults)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

test('the translations of this project have no faults', async () => {
  expect(await translationFaults()).toEqual([])
})
