/** A bot's inputs as text, and what the bot is told of the contact's answer. */
import { describe, expect, test } from 'bun:test'
import { answerFor, type KeptInput, showInput } from '../../src/features/typebot/inputs'
import { typebotPhrases } from '../../src/features/typebot/phrases'

const words = typebotPhrases['pt-BR']
const shown = (input: Record<string, unknown>) => showInput(input, words)
const items = (...contents: string[]) => contents.map((content, at) => ({ id: `x${at}`, content }))
const told = (keeps: KeptInput, text: string) => answerFor(keeps, { text, fileUrl: null })

describe('a choice', () => {
  const one = shown({ type: 'choice input', items: items('Sofás de canto', 'Mesas', 'Falar com alguém') })

  test('is a numbered list', () => {
    expect(one.text).toBe('*1.* Sofás de canto\n*2.* Mesas\n*3.* Falar com alguém')
  })

  test.each([
    ['1', 'Sofás de canto'],
    [' 2️⃣ ', 'Mesas'],
    ['opção 3', 'Falar com alguém'],
    ['MESAS', 'Mesas'],
    ['sofas de canto', 'Sofás de canto'],
    ['falar com alguem', 'Falar com alguém'],
    ['4', '4'],
    ['cadeiras', 'cadeiras'],
    ['0', '0'],
    ['#', '#'],
  ])('tells the bot the exact content: %s', (typed, content) => expect(told(one.keeps, typed)).toBe(content))

  test('tells equal contents apart by their ids', () => {
    const { keeps } = shown({ type: 'choice input', items: items('Ver', 'Ver', 'Sair') })
    expect([told(keeps, '1'), told(keeps, '2'), told(keeps, '3')]).toEqual(['x0', 'x1', 'Sair'])
  })

  test('keeps little of long contents', () => {
    const { keeps } = shown({
      type: 'choice input',
      items: items(...Array.from({ length: 90 }, () => 'x'.repeat(9000))),
    })
    expect(JSON.stringify(keeps).length).toBeLessThan(30_000)
    expect(told(keeps, '2')).toBe('x1')
  })

  test('leaves the contact a free answer when it has no items', () => {
    const { text, keeps } = shown({ type: 'choice input', items: [] })
    expect([text, keeps]).toEqual(['', { kind: 'text' }])
  })
})

describe('several choices', () => {
  const options = { isMultipleChoice: true }

  test('are contents, or positions where a content is not plain', () => {
    const plain = shown({ type: 'choice input', items: items('Sala', 'Quarto', 'Cozinha'), options })
    expect(plain.text).toEndWith(words.several)
    expect(told(plain.keeps, '3, 1')).toBe('Sala, Cozinha')
    expect(told(plain.keeps, '1 3')).toBe('Sala, Cozinha')
    expect(told(plain.keeps, 'quarto e cozinha')).toBe('Quarto, Cozinha')
    expect(told(plain.keeps, 'SALA; 2')).toBe('Sala, Quarto')
    expect(told(plain.keeps, '1, garagem')).toBe('1, garagem')
    const accented = shown({
      type: 'choice input',
      items: items('Área externa', 'Sala e copa', 'R$ 10 (dez)'),
      options,
    })
    expect(told(accented.keeps, 'area externa, 3')).toBe('1, 3')
    expect(told(accented.keeps, 'sala e copa')).toBe('2')
  })
})

test('pictures carry their numbers, and the list is left out where the captions are it', () => {
  const picture = (id: string, more: object) => ({ id, pictureSrc: `https://loja.example/${id}.png`, ...more })
  const both = shown({
    type: 'picture choice input',
    items: [picture('a', { title: 'Leme', description: '3 lugares' }), picture('b', { title: 'Búzios' })],
  })
  expect(both.pictures).toEqual([
    { url: 'https://loja.example/a.png', caption: '*1.* Leme\n3 lugares' },
    { url: 'https://loja.example/b.png', caption: '*2.* Búzios' },
  ])
  expect([both.text, told(both.keeps, 'buzios')]).toEqual(['', 'Búzios'])
  const bad = shown({ type: 'picture choice input', items: [{ id: 'a', title: 'Leme', pictureSrc: 'javascript:1' }] })
  expect([bad.pictures, bad.text]).toEqual([[], '*1.* Leme'])
})

test('cards number their buttons on, and the bot learns the id', () => {
  const card = (title: string, ...paths: string[]) => ({
    id: title,
    title,
    imageUrl: `https://loja.example/${title}.png`,
    description: 'Sofá',
    paths: paths.map((text) => ({ id: `${title}-${text}`, text })),
  })
  const cards = shown({ type: 'cards', items: [card('Leme', 'Comprar', 'Ver'), card('Tavira', 'Comprar')] })
  expect(cards.pictures.map(({ caption }) => caption)).toEqual([
    '*Leme*\nSofá\n\n*1.* Comprar\n*2.* Ver',
    '*Tavira*\nSofá\n\n*3.* Comprar',
  ])
  expect(['2', '3', 'ver', 'tavira comprar'].map((typed) => told(cards.keeps, typed))).toEqual([
    ...['Leme-Ver', 'Tavira-Comprar', 'Leme-Ver', 'Tavira-Comprar'],
  ])
})

test('a rating is a number within its limits, also in stars', () => {
  const { text, keeps } = shown({ type: 'rating input', options: { length: 5, startsAt: 1 } })
  expect(text).toBe('Responda com um número de 1 a 5.')
  expect(['5', 'nota 4', '⭐⭐⭐', '3️⃣', '6', 'ótimo'].map((typed) => told(keeps, typed))).toEqual([
    ...['5', '4', '3', '3', '6', 'ótimo'],
  ])
})

test('dates are told by year, month and day', () => {
  const { keeps } = shown({ type: 'date input', options: {} })
  expect(told(keeps, '25/12/2026')).toBe('2026-12-25')
  expect(told(keeps, 'dia 5.1.2027 às 14h30')).toBe('dia 2027-01-05 14:30')
  expect(told(keeps, '20/12/2026 a 25/12/2026')).toBe('2026-12-20 to 2026-12-25')
  expect(told(keeps, '45/99/2026')).toBe('45/99/2026')
  expect(told(keeps, 'amanhã')).toBe('amanhã')
  const american = showInput({ type: 'date input', options: { isRange: true } }, typebotPhrases.en)
  expect(american.text).toBe(typebotPhrases.en.range)
  expect(told(american.keeps, '12/25/2026')).toBe('2026-12-25')
})

test('files are told by their address, and come with text answers', () => {
  const file = { text: 'Segue', fileUrl: 'https://loja.example/f/1.pdf' }
  expect(answerFor(shown({ type: 'file input' }).keeps, file)).toBe(file.fileUrl)
  expect(answerFor({ kind: 'text' }, file)).toEqual({ type: 'text', text: 'Segue', attachedFileUrls: [file.fileUrl] })
  expect(answerFor({ kind: 'text' }, { text: null, fileUrl: null })).toBeUndefined()
})

test('a payment has its address, or goes to people', () => {
  const pay = (runtimeOptions: object) => shown({ type: 'payment input', runtimeOptions })
  expect(pay({ amountLabel: 'R$ 90,00', paymentUrl: 'https://pay.example/1' })).toMatchObject({
    text: 'Valor a pagar: R$ 90,00\n\nhttps://pay.example/1',
    isForPeople: false,
  })
  expect(pay({ amountLabel: '$& $1', publicKey: 'pk' })).toMatchObject({
    text: 'Valor a pagar: $& $1',
    isForPeople: true,
  })
})
