/** Typebot's texts in WhatsApp's format. */
import { describe, expect, test } from 'bun:test'
import { fromMarkdown, fromRichText, MOST_TEXT } from '../../src/features/typebot/rich-text'

const p = (...children: unknown[]) => ({ type: 'p', children })
const said = (...children: unknown[]) => fromRichText([p(...children)])
const li = (...children: unknown[]) => ({ type: 'li', children })
const lic = (text: string) => ({ type: 'lic', children: [{ text }] })

describe('rich text', () => {
  test('marks bold, italics, strikethrough and code, and leaves underline plain', () => {
    expect(said({ text: 'Olá ' }, { text: 'Ana', bold: true }, { text: '!' })).toBe('Olá *Ana*!')
    expect(said({ text: 'agora', italic: true })).toBe('_agora_')
    expect(said({ text: 'sim', bold: true, italic: true })).toBe('*_sim_*')
    expect(said({ text: 'R$ 900', strikethrough: true }, { text: ' ' }, { text: 'LEME', code: true })).toBe(
      '~R$ 900~ `LEME`',
    )
    expect(said({ text: 'só hoje', underline: true })).toBe('só hoje')
  })

  test('puts marks where they touch the words, line by line, and never inside of a word', () => {
    expect(said({ text: 'Olá ', bold: true }, { text: 'Ana' })).toBe('*Olá* Ana')
    expect(said({ text: 'um\ndois', bold: true })).toBe('*um*\n*dois*')
    expect(said({ text: 'a', bold: true }, { text: 'bc' })).toBe('abc')
    expect(said({ text: 'Olá ', bold: true }, { text: 'Ana', bold: true })).toBe('*Olá Ana*')
    expect(said({ text: 'Olá' }, { text: ', Ana', bold: true })).toBe('Olá, Ana')
    expect(said({ text: '  ', bold: true }, { text: 'x' })).toBe('x')
  })

  test('keeps paragraphs, with at most one empty line', () => {
    const blocks = [p({ text: 'um' }), p({ text: '' }), p({ text: '' }), p({ text: '' }), p({ text: 'dois' })]
    expect(fromRichText(blocks)).toBe('um\n\ndois')
  })

  test('shows the address of a link, once', () => {
    const link = (text: string, url: string) => said({ type: 'a', url, children: [{ text }] }, { text: '' })
    expect(link('site', 'https://loja.example')).toBe('site (https://loja.example)')
    expect(link('loja.example', 'https://loja.example/')).toBe('loja.example')
    expect(link('Escreva', 'mailto:oi@loja.example')).toBe('Escreva (oi@loja.example)')
    expect(link('clique', 'javascript:alert(1)')).toBe('clique')
  })

  test('shows the values of inline variables', () => {
    const value = { type: 'inline-variable', children: [p({ text: 'Ana' }), p({ text: 'Maria' })] }
    expect(said({ text: 'Olá ' }, value, { text: '!' })).toBe('Olá Ana\nMaria!')
    expect(said({ type: 'inline-variable', children: [{ text: 'Ana', bold: true }] })).toBe('*Ana*')
  })

  test('numbers and nests lists', () => {
    const nested = { type: 'ol', children: [li(lic('2 lugares')), li(lic('3 lugares'))] }
    const list = { type: 'ul', children: [li(lic('Sofás'), nested), li(lic('Mesas'))] }
    expect(fromRichText([p({ text: 'Temos:' }), list])).toBe('Temos:\n- Sofás\n  1. 2 lugares\n  2. 3 lugares\n- Mesas')
  })

  test('shows headings, quotes and code', () => {
    expect(fromRichText([{ type: 'h2', children: [{ text: 'Oferta', bold: true }] }])).toBe('*Oferta*')
    expect(fromRichText([{ type: 'blockquote', children: [p({ text: 'sim' })] }])).toBe('> sim')
    expect(fromRichText([{ type: 'code_block', children: [p({ text: 'x' })] }])).toBe('```\nx\n```')
  })

  test('bounds depth, size and length', () => {
    let deep: unknown = { text: 'fundo' }
    for (let at = 0; at < 10_000; at++) deep = p(deep)
    expect(fromRichText([deep])).toBe('')
    const wide = Array.from({ length: 100_000 }, () => p({ text: 'x' }))
    expect(fromRichText(wide).length).toBeLessThanOrEqual(MOST_TEXT)
    expect(said({ text: 'x'.repeat(1_000_000) })).toHaveLength(MOST_TEXT)
  })
})

describe('markdown', () => {
  test.each([
    ['**Oferta** de *hoje* por ~~900~~', '*Oferta* de _hoje_ por ~900~'],
    ['__Oferta__ _hoje_', '*Oferta* _hoje_'],
    ['**a *b* c**', '**a _b_ c**'],
    ['# Sofás **novos**', '*Sofás novos*'],
    ['* um\n* dois\n  + três', '- um\n- dois\n  - três'],
    ['1. um', '1. um'],
    ['Veja [o site](https://loja.example)', 'Veja o site (https://loja.example)'],
    ['![foto](https://loja.example/a.png)', 'foto (https://loja.example/a.png)'],
    ['`**x**` e 2\\*3', '`**x**` e 2*3'],
    ['```js\n**x**\n```', '```\n**x**\n```'],
    ['<u>só</u> hoje', 'só hoje'],
    ['3 * 4 * 5', '3 * 4 * 5'],
  ])('%s', (markdown, text) => expect(fromMarkdown(markdown)).toBe(text))

  test('takes little time, whatever the text', () => {
    const began = process.cpuUsage()
    for (const piece of ['*', '**', '_', '[', '[a](', '`', '~~', '\\', '* ', '#']) fromMarkdown(piece.repeat(100_000))
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000)
  })
})
