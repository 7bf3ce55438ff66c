import { expect, test } from 'bun:test'
import { parseRich, plainText, type Rich } from '../../../ui/features/messages/rules/formatting'
import { processorWatch } from '../../support/cpu'

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
  ['antes ```x```  depois', 'antes <block>x</block>depois'],
  ['Itens:\n- *mesa*\n* cadeira', 'Itens:\n• <bold>mesa</bold>\n• cadeira'],
  ['- \n-x 1 - 2\n```- x```', '- \n-x 1 - 2<block>- x</block>'],
  [
    'Você disse:\n> chega *hoje*\n> `às 9`\nChegou?',
    'Você disse:<quote>chega <bold>hoje</bold>\n<code>às 9</code></quote>Chegou?',
  ],
  ['a > b\n>\n> ', 'a > b\n>\n> '],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['snake_case_name', 'snake_case_name'],
  ['*não fecha', '*não fecha'],
  ['*uma linha\noutra*', '*uma linha\noutra*'],
  ['**', '**'],
  ['(*negrito*)', '(<bold>negrito</bold>)'],
  ['*_ambos_*', '<bold><italic>ambos</italic></bold>'],
  [`*Z${'\u0336\u0489'.repeat(60)}* algo`, `<bold>Z${'\u0336\u0489'.repeat(4)}</bold> algo`],
])('%s is read as %s', (text, expected) => expect(rich(text)).toBe(expected))

test.each([
  ['veja https://loja.com/a_b_c.', 'veja <link>https://loja.com/a_b_c</link>.'],
  ['(www.loja.com)', '(<link>www.loja.com</link>)'],
  ['*https://loja.com*', '<bold><link>https://loja.com</link></bold>'],
  ['mari@uol.com.br', '<link>mari@uol.com.br</link>'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('addresses in %s', (text, expected) => expect(rich(text)).toBe(expected))

test.each([
  ['ligue (21) 96666-5555 hoje', ['5521966665555']],
  ['21 3333-4444 ou 21966665555.', ['552133334444', '5521966665555']],
  ['+351 912 345 678, +1 (415) 555-2671', ['351912345678', '14155552671']],
  ['5521966665555', ['5521966665555']],
  ['*(11) 98888-7777*', ['5511988887777']],
  ['CPF 123.456.789-09, 12345678909; pedido 20261122-0045', []],
  ['cartão 5123 4567 8901 2345, 22-11-2026 10:30, R$ 1.234,56', []],
  ['https://loja.com/21966665555 e a21966665555', []],
  ['34191.79001 01043.510047 91020.150008 1 88880026000', []],
])('numbers to write to in %s', (text, numbers) => {
  const flat = (parts: readonly Rich[]): string[] =>
    parts.flatMap((part) => {
      if ('children' in part) return flat(part.children)
      return part.kind === 'link' && part.href.startsWith('tel:+') ? [part.href.slice(5)] : []
    })
  expect(flat(parseRich(text))).toEqual(numbers)
})

test('only http, https and mail become links', () => {
  const links = parseRich('www.a.com http://b.com c@d.com ftp://e.com').filter((part) => part.kind === 'link')
  expect(links.map(({ href }) => href)).toEqual(['https://www.a.com', 'http://b.com', 'mailto:c@d.com'])
})

test('a row shows the text on one line without formatting marks', () => {
  expect(plainText('Sim.\n> chega hoje?\n- mesa')).toBe('Sim. chega hoje? • mesa')
  expect(plainText('*Rafael:*\nbom   dia, `código` _certo_')).toBe('Rafael: bom dia, código certo')
})

test.each([
  ['`não fecha', '`não fecha'],
  ['_www.loja.com_', '<italic><link>www.loja.com</link></italic>'],
  ['-mari@uol.com.br', '-<link>mari@uol.com.br</link>'],
  ['*a https://loja.com/*,b c*', '<bold>a <link>https://loja.com/*,b</link> c</bold>'],
  ['*a* *b\n*c* _d *e*_', '<bold>a</bold> *b\n<bold>c</bold> <italic>d <bold>e</bold></italic>'],
])('the edges of %s', (text, expected) => expect(rich(text)).toBe(expected))

/** As long as WhatsApp lets a text be. */
const LONGEST = 65_536
const filled = (piece: string, start = '', end = '') =>
  start + piece.repeat(Math.floor((LONGEST - start.length - end.length) / piece.length)) + end

test.each([
  ['marks that open and never close', filled('*a ')],
  ['all marks at once', filled('*_~')],
  ['words with full stops', filled('a.')],
  ['words with hyphens', filled('a-')],
  ['an e-mail without an end', filled('a.', '', '@')],
  ['full stops behind an address', filled('.', 'https://a', 'b')],
  ['code that never ends', filled('`a\n')],
  ['signs before an e-mail', filled('+', '', 'a@')],
  ['quotes without a word', filled('\n> ')],
  ['one quote after another', filled('> a\n')],
])('%s are read in one walk, however long', (_, text) => {
  const times = Array.from({ length: 3 }, (_, at) => {
    const spent = processorWatch()
    parseRich(`${at}${text}`)
    return spent()
  })
  // A hundredth of the time needed when every character was matched against all that follow.
  expect(Math.min(...times)).toBeLessThan(100)
})

test('a long text is parsed once, however often it renders', () => {
  const text = filled('uma *palavra* e outra ')
  expect(parseRich(text)).toBe(parseRich(`${text.slice(0, 1)}${text.slice(1)}`))
})
