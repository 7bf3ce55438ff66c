/** Backend texts in four languages. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, errors } from '../../src/errors'
import { languages } from '../../src/texts/languages'
import { languageOf, textsIn } from '../../src/texts/texts'

describe('texts', () => {
  test('every error and hint has a text in all four languages, with none missing or unused', () => {
    for (const language of languages) {
      const texts = textsIn(language)
      expect(Object.keys(texts.errors).sort()).toEqual(Object.keys(errors).sort())
      expect(Object.keys(texts.form).sort()).toEqual(Object.keys(textsIn('pt-BR').form).sort())
      for (const text of [...Object.values(texts.errors), ...Object.values(texts.form)])
        expect(text.trim().length).toBeGreaterThan(5)
    }
  })

  test('every error of the catalogue is used', () => {
    const root = join(import.meta.dir, '..', '..', 'src')
    const source = [...new Bun.Glob('**/*.ts').scanSync(root)]
      .filter((file) => file !== 'errors.ts' && !file.startsWith('texts/'))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n')
    expect(Object.keys(errors).filter((code) => !source.includes(`'${code}'`))).toEqual([])
  })

  test('no language is a copy of another', () => {
    for (const code of Object.keys(errors) as (keyof typeof errors)[])
      expect(new Set(languages.map((language) => textsIn(language).errors[code])).size).toBe(languages.length)
  })

  test.each([
    [null, 'pt-BR'],
    ['', 'pt-BR'],
    ['en', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['es-AR;q=1', 'es'],
    ['tr-TR', 'tr'],
    ['de,fr;q=0.8,es;q=0.5', 'es'],
    ['xx', 'pt-BR'],
    [';;;,,,', 'pt-BR'],
  ])('Accept-Language %p selects %s', (header, language) => expect(languageOf(header)).toBe(language as never))

  test('every error status is a valid HTTP status, and an error keeps its details', () => {
    for (const status of Object.values(errors)) expect(status >= 400 && status < 600).toBe(true)
    expect(new AppError('ERR_OTHER_OPEN_TICKET', { user: 'Ana' })).toMatchObject({
      status: 409,
      details: { user: 'Ana' },
    })
  })
})
