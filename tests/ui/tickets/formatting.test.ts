import { expect, test } from 'bun:test'
import { parseRich, plainText, type Rich } from '../../../ui/features/tickets/rules/formatting'

const show = (parts: readonly Rich[]): string =>
  parts
    .map((part) => {
      if ('children' in part) return `<${part.kind}>${show(part.children)}</${part.kind}>`
      return part.kind === 'text' ? part.text : `<${part.kind}>${part.text}</${part.kind}>`
    })
    .join('')
const rich = (text: string) => show(parseRich(text))

test.each([
  ['a *garantia* cobre', 'a <bold>garantia</bold> cobre'],
  ['*a _b_ c*', '<bold>a <italic>b</italic> c</bold>'],
  ['~10~ 8', '<strike>10</strike> 8'],
  ['`x*y*`', '<code>x*y*</code>'],
  ['```let a\nlet b```', '<block>let a\nlet b</block>'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['snake_case_name', 'snake_case_name'],
  ['*não fecha', '*não fecha'],
  ['*uma linha\noutra*', '*uma linha\noutra*'],
  ['**', '**'],
  ['(*negrito*)', '(<bold>negrito</bold>)'],
  ['*_ambos_*', '<bold><italic>ambos</italic></bold>'],
])('%s is read as %s', (text, expected) => expect(rich(text)).toBe(expected))

test.each([
  ['veja https://loja.com/a_b_c.', 'veja <link>https://loja.com/a_b_c</link>.'],
  ['(www.loja.com)', '(<link>www.loja.com</link>)'],
  ['*https://loja.com*', '<bold><link>https://loja.com</link></bold>'],
  ['mari@uol.com.br', '<link>mari@uol.com.br</link>'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('addresses in %s', (text, expected) => expect(rich(text)).toBe(expected))

test('only http, https and mail become links', () => {
  const links = parseRich('www.a.com http://b.com c@d.com ftp://e.com').filter((part) => part.kind === 'link')
  expect(links.map(({ href }) => href)).toEqual(['https://www.a.com', 'http://b.com', 'mailto:c@d.com'])
})

test('a row shows the text on one line without its marks', () => {
  expect(plainText('*Rafael:*\nbom   dia, `código` _certo_')).toBe('Rafael: bom dia, código certo')
})

test('a hostile text is read in no time', () => {
  const started = performance.now()
  parseRich('*_~'.repeat(5_000))
  parseRich(`${'a.'.repeat(5_000)}@`)
  expect(performance.now() - started).toBeLessThan(1_500)
})
