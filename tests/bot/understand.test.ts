/** Answers to a menu. */
import { expect, test } from 'bun:test'
import { understand } from '../../src/features/bot/understand'
import { words } from './support'

const titles = ['Comprar um móvel', 'Prazo e entrega', 'Catálogo 2026', 'Assistência técnica', 'Falar com uma pessoa']
const meaning = (text: string | null, of: readonly string[] = titles) => {
  const meant = understand(text, of, words)
  return meant.kind === 'choice' ? meant.at + 1 : meant.kind
}

test('understands a number in any notation', () => {
  const two = [
    '2',
    ' 2 ',
    '2.',
    '2)',
    '(2)',
    '02',
    '2️⃣',
    '２',
    '②',
    '*2*',
    'opção 2',
    'Opcao: 2',
    'a opção 2',
    'OPÇÃO 2!',
    'nº 2',
    'número 2',
    'option 2',
    'seçenek 2',
    '2 😀',
  ]
  for (const typed of two) expect([typed, meaning(typed)]).toEqual([typed, 2])
  const ten = Array.from({ length: 12 }, (_, at) => `Item ${at + 1}`)
  for (const typed of ['🔟', '10', '1️⃣0️⃣']) expect([typed, meaning(typed, ten)]).toEqual([typed, 10])
})

test('understands 0 and # as ways back, also as words', () => {
  for (const typed of ['0', '0️⃣', ' 0.', '００', 'voltar', 'VOLTAR!'])
    expect([typed, meaning(typed)]).toEqual([typed, 'back'])
  for (const typed of ['#', '＃', '#️⃣', ' # ', 'menu principal'])
    expect([typed, meaning(typed)]).toEqual([typed, 'main'])
})

test('understands a title without case and accents, after its number, and by a word unique to it', () => {
  const second = [
    'prazo e entrega',
    'PRAZO E ENTREGA',
    'qual o prazo?',
    'entregas',
    '2 - Prazo e entrega',
    '*2* Prazo e entrega',
  ]
  for (const typed of second) expect([typed, meaning(typed)]).toEqual([typed, 2])
  for (const typed of ['catalogo', 'quero o catálogo', 'me manda o Catálogo de 2026'])
    expect([typed, meaning(typed)]).toEqual([typed, 3])
  expect(meaning('assistencia tecnica')).toBe(4)
  expect(meaning('quero falar com uma pessoa')).toBe(5)
})

test('prefers a title to the ways back and to a word of another title', () => {
  expect(meaning('voltar', ['Ficar', 'Voltar'])).toBe(2)
  expect(meaning('visita técnica', ['Assistência técnica', 'Visita técnica'])).toBe(2)
  expect(meaning('24 horas', ['Prazo', '24 horas'])).toBe(2)
})

test('reports no match and several matches as unknown', () => {
  const odd = [
    '',
    ' ',
    '?',
    '6',
    '99',
    '-',
    'oi',
    'bom dia',
    'com uma',
    '2 ou 3',
    '1.5',
    '##',
    '\u200b',
    '👍',
    'a'.repeat(100_000),
    null,
  ]
  for (const typed of odd) expect([typed, meaning(typed)]).toEqual([typed, 'unknown'])
  expect(meaning('técnica', ['Assistência técnica', 'Visita técnica'])).toBe('unknown')
  expect(meaning('prazo', ['Prazo', 'Prazo'])).toBe('unknown')
  const story = 'comprei um sofá há duas semanas, ele não chegou e o prazo passou, o que faço agora com isso tudo'
  expect(meaning(story)).toBe('unknown')
})
