/** Answers to a menu. */
import { describe, expect, test } from 'bun:test'
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

test('words that deny choose nothing, and troubles do', () => {
  const menu = ['Boleto', 'Suporte', 'Financeiro', 'Cancelar plano']
  for (const typed of ['não quero financeiro', 'não é suporte', 'n quero cancelar o plano', 'no quiero suporte'])
    expect([typed, meaning(typed, menu)]).toEqual([typed, 'unknown'])
  expect(meaning('não consigo pagar o boleto', menu)).toBe(1)
  expect(meaning('não quero cancelar', ['Não quero cancelar', 'Cancelar'])).toBe(1)
})

test('understands 0 and # as ways back, also as words', () => {
  for (const typed of ['0', '0️⃣', ' 0.', '００', 'voltar', 'VOLTAR!'])
    expect([typed, meaning(typed)]).toEqual([typed, 'back'])
  for (const typed of ['quero voltar', 'volta', 'opção anterior', 'go back'])
    expect([typed, meaning(typed)]).toEqual([typed, 'back'])
  for (const typed of ['menu', 'Voltar ao menu', 'volta pro menu', 'menu inicial', 'início'])
    expect([typed, meaning(typed)]).toEqual([typed, 'main'])
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

describe('a choice in words', () => {
  const menu = ['Financeiro', 'Suporte técnico', '2ª via de boleto', 'Vendas', 'Falar com atendente']
  const chosen = (text: string, of = menu) => {
    const meant = understand(text, of, words)
    return meant.kind === 'choice' ? meant.at + 1 : meant.kind
  }
  test.each([
    // Portuguese
    ['um', 1],
    ['Uma', 1],
    ['dois', 2],
    ['duas', 2],
    ['três', 3],
    ['tres.', 3],
    ['quatro!', 4],
    ['cinco', 5],
    ['a primeira', 1],
    ['o segundo', 2],
    ['primeira', 1],
    ['Primeira opção', 1],
    ['a segunda opção', 2],
    ['segunda opção por favor', 2],
    ['terceira', 3],
    ['a última', 5],
    ['última opção', 5],
    ['o último', 5],
    ['1ª', 1],
    ['a 1a opção', 1],
    ['2º', 2],
    ['a 4ª', 4],
    ['quero a 3', 3],
    ['quero a opção 3', 3],
    ['quero 2', 2],
    ['queria a dois', 2],
    ['eu quero a um', 1],
    ['pode ser a 1', 1],
    ['vou de 2', 2],
    ['vou na 2', 2],
    ['prefiro a primeira', 1],
    ['gostaria da 4', 4],
    ['gostaria da opção quatro', 4],
    ['opção 2', 2],
    ['opção dois', 2],
    ['opcao2', 2],
    ['op 4', 4],
    ['a opção é a 4', 4],
    ['opção número 2', 2],
    ['item 4', 4],
    ['nº 3', 3],
    ['n° 3', 3],
    ['№ 3', 3],
    ['num 3', 3],
    ['número três', 3],
    ['1.', 1],
    ['1️⃣', 1],
    ['1) ', 1],
    ['- 2', 2],
    ['2 por favor', 2],
    ['2, por favor!', 2],
    ['dois por favor', 2],
    ['oi, 2', 2],
    ['Bom dia! 1', 1],
    ['oi quero a 1 obrigado', 1],
    ['2 obrigada', 2],
    ['a 2 mesmo', 2],
    ['sim, a 2', 2],
    ['ok 2', 2],
    ['então a 4', 4],
    ['acho que a 2', 2],
    ['é a 2', 2],
    ['digitei 2', 2],
    ['tecla 1', 1],
    ['botão 1', 1],
    ['alternativa 2', 2],
    ['me vê a 4', 4],
    ['1 Financeiro', 1],
    ['financeiro por favor', 1],
    ['quero o financeiro', 1],
    ['segunda via', 3],
    ['2ª via', 3],
    ['quero a segunda via do boleto', 3],
    ['boleto', 3],
    ['quero 2 boletos', 3],
    ['suporte, por favor', 2],
    // English
    ['one', 1],
    ['two', 2],
    ['the first', 1],
    ['the first one', 1],
    ['the second one please', 2],
    ['second option', 2],
    ['option two', 2],
    ['number 3', 3],
    ['3rd', 3],
    ['the 4th one', 4],
    ['I want 2', 2],
    ["I'd like option 2", 2],
    ["I'll take the 4", 4],
    ['2 please', 2],
    ['hello, 2', 2],
    ['the last one', 5],
    ['let me go 1', 1],
    ['two please', 2],
    ['my choice is 2', 2],
    // Spanish
    ['uno', 1],
    ['dos', 2],
    ['cuatro', 4],
    ['la primera', 1],
    ['el segundo', 2],
    ['la tercera opción', 3],
    ['opción 2', 2],
    ['quiero la 3', 3],
    ['quisiera la opción dos', 2],
    ['la 2 por favor', 2],
    ['hola, la 1', 1],
    ['número 4', 4],
    ['la última', 5],
    ['me gustaría la 2', 2],
    ['elijo la 4', 4],
    ['dame la 1', 1],
    ['buenos días, 2', 2],
    // Turkish
    ['bir', 1],
    ['iki', 2],
    ['üç', 3],
    ['dört', 4],
    ['beş', 5],
    ['birinci', 1],
    ['ikinci seçenek', 2],
    ['2. seçenek', 2],
    ['seçenek 2', 2],
    ['2 lütfen', 2],
    ['iki lütfen', 2],
    ['2’yi istiyorum', 2],
    ["2'yi seçiyorum", 2],
    ['merhaba, 1', 1],
    ['numara 3', 3],
    ['son seçenek', 'unknown'],
    ['sonuncu', 5],
  ] as const)('%p chooses %p', (text, place) => expect(chosen(text)).toBe(place))

  const plain = ['Vendas', 'Suporte', 'Financeiro']
  test.each([
    'quero 2 boletos',
    'preciso de 2 caixas',
    '2 ou 3',
    '1 e 2',
    'a 1 ou a 2?',
    'não quero a 2',
    'nem a 2',
    'no quiero la 2',
    'tudo menos a 1',
    'quero um',
    'quero uma',
    'queria uma',
    'um momento',
    'um minuto',
    'só um instante',
    'uma dúvida',
    'uma pergunta',
    'tenho uma dúvida',
    'segunda',
    'na segunda-feira',
    'segunda via',
    '2ª via',
    'quinta',
    'os dois',
    'as duas',
    'dois filhos',
    'moro no 2 andar',
    'apto 2',
    '2 horas',
    'às 2',
    'R$ 2',
    '2x',
    '1.5',
    '1,5',
    '12/10',
    '2 vezes',
    'há 2 dias',
    'faz 3 meses',
    'a 9',
    'quero a 7',
    'opção nove',
    'oitava',
    'vinte e um',
    '2 Financeiro',
    '1 suporte',
    'mesa para 2',
    'somos 3',
    'comprei 2',
    'one moment',
    'one question',
    'I need one',
    'two weeks ago',
    '2 tickets',
    'not 2',
    'un momento',
    'una pregunta',
    'dos semanas',
    'quiero uno',
    'bir dakika',
    'bir sorum var',
    'iki gün',
    'oi',
    'ok',
    'sim',
    'por favor',
    'obrigado',
    'a',
    'opção',
    'número',
    'primeiro gostaria de saber o preço',
    'a primeira vez',
    'último pedido',
    'on time',
    'sei la',
  ])('%p chooses nothing', (text) => expect(chosen(text, plain)).toBe('unknown'))

  test.each([
    ['segunda-feira', 'unknown'],
    ['Segunda feira', 'unknown'],
    ['na segunda', 'unknown'],
    ['segunda que vem', 'unknown'],
    ['pode ser na segunda-feira de manhã?', 'unknown'],
    ['segunda às 14h', 'unknown'],
    ['segunda via', 1],
    ['segunda', 1],
    ['quero a segunda via', 1],
    ['na segunda via do boleto', 1],
    ['suporte tecnico ou financeiro', 'unknown'],
    ['suporte técnico e financeiro', 'unknown'],
    ['financeiro, suporte técnico', 'unknown'],
    ['financeiro/suporte tecnico', 'unknown'],
    ['suporte técnico', 2],
    ['o suporte técnico, por favor', 2],
    ['suporte técnico e mais nada', 2],
    ['troca e devolução', 4],
    ['quero trocar e devolução', 4],
    ['qual o prazo da troca e da devolução', 4],
  ] as const)('%p chooses %p where titles share its words', (text, place) => {
    const menu = ['Segunda via', 'Suporte técnico', 'Financeiro', 'Troca e devolução']
    expect(chosen(text, menu)).toBe(place)
  })

  test('a number and a title that disagree choose nothing, and agreeing ones do', () => {
    const menu = ['Primeira compra', 'Segunda compra', 'Terceira idade']
    expect(chosen('a segunda', menu)).toBe(2)
    expect(chosen('a primeira', ['Segunda via', 'Primeira compra'])).toBe('unknown')
    expect(chosen('zero', menu)).toBe('back')
  })
})
