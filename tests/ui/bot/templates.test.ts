import { expect, test } from 'bun:test'
import { isBlank, isSameOutline, newRow } from '../../../ui/features/bot/tree/outline'
import { greetingOf, templates } from '../../../ui/features/bot/tree/templates'
import { textIn } from '../support/texts'

test('each bot template has a greeting, with variables as they are stored', async () => {
  for (const language of ['pt-BR', 'en', 'es', 'tr'] as const) {
    const t = await textIn(language)
    for (const template of templates) expect(greetingOf(template, t)).toContain('{{firstName}}')
  }
})

test('a new option is blank until it has text, and outlines are compared by content', () => {
  const row = newRow([], 0)
  expect(isBlank(row)).toBe(true)
  expect(isBlank({ ...row, title: 'Preço' })).toBe(false)
  expect(isSameOutline([row], [{ ...row }])).toBe(true)
  expect(isSameOutline([row], [{ ...row, message: 'Oi' }])).toBe(false)
  expect(isSameOutline([row], [])).toBe(false)
})
