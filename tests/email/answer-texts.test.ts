import { describe, expect, test } from 'bun:test'
import { answeredCopies, copiesIn, referencesTo } from '../../src/features/email/answers/addressing'
import { imapFor, sharesLogin, takesPlus } from '../../src/features/email/answers/providers'
import { divideQuote } from '../../src/features/email/answers/quoted'
import { pauseAfter } from '../../src/features/email/answers/reading'
import { HOUR, MINUTE } from '../../src/platform/time'

describe('what an answer repeats is folded away', () => {
  test.each<[string, string, string]>([
    ['nothing', 'Recebi, obrigada!', 'Recebi, obrigada!'],
    [
      'Gmail',
      'Sim.\n\nEm sex., 20 de nov. de 2026 às 10:00, Loja <vendas@loja.example> escreveu:\n\n> Bom dia!\n> Loja\n',
      'Sim.',
    ],
    [
      'Gmail, in two lines',
      'Sim.\n\nEm sex., 20 de nov. de 2026 às 10:00, Loja Centro de Móveis\n<vendas@loja.example> escreveu:\n\n> Bom dia!',
      'Sim.',
    ],
    ['Gmail in English', 'Yes\n\nOn Fri, Nov 20, 2026 at 10:00 AM Loja <vendas@loja.example> wrote:\n> Hi', 'Yes'],
    ['Gmail in Spanish', 'Sí\n\nEl vie, 20 nov 2026 a las 10:00, Loja (<vendas@loja.example>) escribió:\n> Hola', 'Sí'],
    [
      'Gmail in Turkish',
      'Evet\n\nLoja <vendas@loja.example>, 20 Kas 2026 Cum, 10:00 tarihinde şunu yazdı:\n> Merhaba',
      'Evet',
    ],
    [
      'Outlook',
      'Sim.\n\n________________________________\nDe: Loja <vendas@loja.example>\nEnviado: sexta-feira\nPara: Maria\nAssunto: Boleto\n\nBom dia!',
      'Sim.',
    ],
    [
      'Outlook without its line',
      'Sim.\n\nDe: Loja <vendas@loja.example>\nEnviada em: sexta-feira\nPara: Maria\n\nBom dia!',
      'Sim.',
    ],
    ['Outlook on a phone', 'Sim.\n-----Mensagem original-----\nDe: Loja\n\nBom dia!', 'Sim.'],
    ['Thunderbird', 'Sim.\n\nOn 20/11/2026 10:00, Loja wrote:\n> Bom dia!', 'Sim.'],
    ['no introduction', 'Sim.\n\n> Bom dia!\n> Loja', 'Sim.'],
    ['a signature below', 'Sim.\n\nEm 20/11/2026 10:00, Loja escreveu:\n> Bom dia!\n\n-- \nMaria', 'Sim.'],
  ])('%s', (_, text, said) => expect(divideQuote(text).said).toBe(said))

  test.each([
    ['answers between what is repeated', 'Em 20/11/2026, Loja escreveu:\n> Que dia?\nSexta\n> Que hora?\nDez'],
    ['an answer below', '> Que dia?\n\nSexta'],
    ['a line that begins as a header', 'De: quem é este boleto?\nNão reconheço.'],
    ['words that introduce nothing', 'Em casa, ele escreveu: sim\ne saiu'],
    ['only what is repeated', '> Bom dia!'],
  ])('not %s', (_, text) => expect(divideQuote(text)).toEqual({ said: text, quoted: '' }))

  test('nothing is lost, and a long text takes no time', () => {
    const long = `Sim\n${'Em '.repeat(50_000)}\n${'> '.repeat(50_000)}`
    const began = performance.now()
    const { said, quoted } = divideQuote(long)
    expect(performance.now() - began).toBeLessThan(1_000)
    expect((said + quoted).replace(/\s/g, '')).toBe(long.replace(/\s/g, ''))
  })
})

describe('ids of our mails', () => {
  const token = '0f8fad5b-d9cb-469f-a165-70867728950e'
  test('are found among others, the latest first', () => {
    const other = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
    const headers = new Map([['references', [`<x@y> <${token}.1@loja.example> <${other}.22@LOJA.example>`]]])
    expect(answeredCopies(headers, null, 1)).toEqual([
      { token: other, recipientId: 22 },
      { token, recipientId: 1 },
    ])
    expect(copiesIn(`<${token.toUpperCase()}.7@x>`)).toEqual([{ token, recipientId: 7 }])
    expect(copiesIn('<a.1@b> <0f8fad5b.1@x>')).toEqual([])
  })

  test('references keep the first and the latest', () => {
    const ids = Array.from({ length: 100 }, (_, n) => `${n}${'x'.repeat(60)}@casa.example`)
    const line = referencesTo(ids, 'ultima@casa.example')
    expect(line.length).toBeLessThanOrEqual(2_000)
    expect(line).toStartWith('<0x')
    expect(line).toEndWith('<ultima@casa.example>')
  })
})

test.each([
  ['smtp.gmail.com', 'imap.gmail.com', true],
  ['smtp.office365.com', 'outlook.office365.com', true],
  ['smtps.uol.com.br', 'imap.uol.com.br', false],
  ['email-ssl.com.br', 'email-ssl.com.br', false],
  ['smtp.hostinger.com', 'imap.hostinger.com', true],
  ['smtp.titan.email', 'imap.titan.email', false],
  ['smtpi.kinghost.net', 'imap.kinghost.net', false],
  ['smtppro.zoho.com', 'imappro.zoho.com', true],
  ['smtp.loja.com.br', 'imap.loja.com.br', false],
  ['mail.loja.com.br', 'mail.loja.com.br', false],
])('mail that leaves by %s arrives at %s', (smtp, imap, plus) => {
  expect([imapFor(smtp).host, takesPlus(smtp)]).toEqual([imap, plus])
  expect([sharesLogin(smtp, imap), sharesLogin(smtp, 'imap.mal.example')]).toEqual([true, false])
})

test('pauses after failures grow to their limit', () => {
  expect(pauseAfter('unreachable', 0, 0.5)).toBe(2 * MINUTE)
  expect(pauseAfter('unreachable', 3, 0.5)).toBe(16 * MINUTE)
  expect(pauseAfter('unreachable', 1_000, 0.5)).toBe(HOUR)
  expect(pauseAfter('login', 0, 0)).toBe(22.5 * MINUTE)
  expect(pauseAfter('login', 1_000, 1)).toBe(15 * HOUR)
})
