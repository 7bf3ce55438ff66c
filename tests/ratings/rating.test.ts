/** Classifying a text after a question: answer, comment or neither. Pure. */
import { describe, expect, test } from 'bun:test'
import { npsOf, questionText } from '../../src/features/ratings/contract'
import {
  ANSWER_TIME,
  answerOf,
  COMMENT_TIME,
  classifyAnswer,
  npsOptions,
  usualOptions,
} from '../../src/features/ratings/rating'
import { scoreOf } from '../../src/features/ratings/results'
import { DAY, HOUR, MINUTE } from '../../src/platform/time'

const csat = { type: 'csat' as const, options: usualOptions(['Insatisfeito', 'Satisfeito', 'Muito satisfeito']) }
const nps = { type: 'nps' as const, options: npsOptions(['Nada Satisfeito', 'Muito Satisfeito']) }

describe('an answer', () => {
  const valid: [string, number, typeof csat | typeof nps][] = [
    ['1', 1, csat],
    [' 3 ', 3, csat],
    ['3.', 3, csat],
    ['*2*', 2, csat],
    ['2️⃣', 2, csat],
    ['3!', 3, csat],
    ['Satisfeito', 2, csat],
    ['MUITO  SATISFEITO', 3, csat],
    ['3 - Muito satisfeito', 3, csat],
    ['1) insatisfeito', 1, csat],
    ['0', 0, nps],
    ['10', 10, nps],
    ['🔟', 10, nps],
    ['7', 7, nps],
    ['nada satisfeito', 0, nps],
    ['dez', 10, nps],
    ['Nota 10', 10, nps],
    ['nota dez!', 10, nps],
    ['minha nota é 9', 9, nps],
    ['dou 10', 10, nps],
    ['Dou nota 8, obrigada', 8, nps],
    ['10, obrigado!', 10, nps],
    ['10/10', 10, nps],
    ['9 de 10', 9, nps],
    ['10 com certeza', 10, nps],
    ['I give it a 9', 9, nps],
    ['le doy un 8', 8, nps],
    ['⭐⭐⭐', 3, csat],
    ['3 estrelas', 3, csat],
    ['opção 2', 2, csat],
    ['muito satisfeito, obrigado', 3, csat],
  ]
  test.each(valid)('%p is %p', (text, value, question) => {
    expect(answerOf(text, question)?.value).toBe(value)
  })

  const odd: [string, typeof csat | typeof nps][] = [
    ['0', csat],
    ['4', csat],
    ['-3', csat],
    ['3,5', csat],
    ['1 2', csat],
    ['3 pessoas', csat],
    ['2 - Muito satisfeito', csat],
    ['ótimo', csat],
    ['', csat],
    ['   ', csat],
    ['⭐⭐⭐⭐⭐', nps],
    ['⭐⭐⭐⭐', csat],
    ['11', nps],
    ['100', nps],
    ['1e1', nps],
    ['10 vezes pior', nps],
    ['nota fiscal', nps],
    ['nota fiscal 3', nps],
    ['10 reais', nps],
    ['quero 2', csat],
    ['dez minutos', nps],
    ['e a nota?', nps],
    [`${' '.repeat(200)}3`, csat],
    ['3'.repeat(1_000_000), csat],
  ]
  test.each(odd)('%p is not one', (text, question) => {
    expect(answerOf(text, question)).toBeUndefined()
  })

  test('has the option’s name and whether it counts as satisfied', () => {
    expect(['1', '2', '3'].map((text) => answerOf(text, csat)?.satisfied)).toEqual([false, true, true])
    expect(answerOf('7', nps)).toEqual({ value: 7, label: '7', satisfied: null })
    expect(answerOf('10', nps)?.label).toBe('Muito Satisfeito')
  })
})

describe('every text, in every state, at every time', () => {
  const askedAt = Date.UTC(2026, 2, 2, 12)
  const base = { ...csat, askedAt, expiresAt: askedAt + ANSWER_TIME, value: null, comment: null, commentUntil: null }
  const answered = { ...base, value: 1 }
  const states = {
    asked: base,
    answered,
    commenting: { ...answered, commentUntil: askedAt + 5 * MINUTE + COMMENT_TIME },
    commented: { ...answered, comment: 'foi', commentUntil: askedAt + 5 * MINUTE + COMMENT_TIME },
    lapsed: { ...answered, expiresAt: 0 },
  }
  const times = [-HOUR, -MINUTE, 0, 6 * MINUTE, HOUR, DAY, DAY + 1, 3 * DAY]
  const texts = ['3', '1', '9', 'satisfeito', 'foi ótimo', '', ' ']
  const cases = Object.entries(states).flatMap(([state, asked]) =>
    times.flatMap((after) => texts.map((text) => ({ state, asked, after, text }))),
  )

  test('is a rating, a comment or a new ticket', () => {
    for (const { state, asked, after, text } of cases) {
      const verdict = classifyAnswer(asked, { text, at: askedAt + after })
      const isValue = answerOf(text, csat) !== undefined
      const counts = isValue && after > -HOUR && after <= DAY && state !== 'lapsed'
      const isComment = !counts && state === 'commenting' && text.trim() !== '' && after > -HOUR && after <= 20 * MINUTE
      expect([state, after, text, verdict?.is]).toEqual([
        state,
        after,
        text,
        counts ? 'rating' : isComment ? 'comment' : undefined,
      ])
    }
  })
})

describe('scores', () => {
  const cell = { ratingId: 1, name: '', userId: 1, queueId: 1, label: '', top: 3 }
  test('compute mean, satisfied share and NPS', () => {
    const score = scoreOf([
      { ...cell, type: 'csat', value: 1, satisfied: 0, n: 1 },
      { ...cell, type: 'csat', value: 3, satisfied: 1, n: 3 },
      { ...cell, type: 'csat', value: null, satisfied: null, n: 4 },
      { ...cell, type: 'nps', value: 10, satisfied: null, top: 10, n: 5 },
      { ...cell, type: 'nps', value: 8, satisfied: null, top: 10, n: 3 },
      { ...cell, type: 'nps', value: 6, satisfied: null, top: 10, n: 2 },
    ])
    expect(score).toEqual({
      asked: 18,
      answered: 14,
      csat: { answered: 4, satisfied: 3, mean: 2.5, top: 3 },
      nps: { promoters: 5, passives: 3, detractors: 2 },
    })
    expect(npsOf(score.nps)).toBe(30)
    expect(npsOf({ promoters: 0, passives: 0, detractors: 0 })).toBeNull()
  })

  test('have no mean across scales of different length', () => {
    const one = { ...cell, type: 'csat' as const, value: 3, satisfied: 1, n: 1 }
    expect(scoreOf([one, { ...one, top: 5 }]).csat).toMatchObject({ answered: 2, mean: null, top: null })
    expect(scoreOf([]).csat).toMatchObject({ answered: 0, mean: null })
  })
})

test('the question lists its options in order, and for nps the ends', () => {
  expect(questionText({ message: 'Como foi?', ...csat, options: csat.options.toReversed() })).toBe(
    'Como foi?\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito satisfeito',
  )
  expect(questionText({ message: 'E?', ...nps })).toBe('E?\n\n*0* - Nada Satisfeito\n⋮\n*10* - Muito Satisfeito')
})
