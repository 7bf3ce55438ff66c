/** Answers as people write them. */
import { describe, expect, test } from 'bun:test'
import { numberIn } from '../../src/features/flows/answers/numbers'
import { BRAZIL, type Locale } from '../../src/features/flows/answers/place'
import { readAnswer } from '../../src/features/flows/answers/read'
import type { AnswerKind } from '../../src/features/flows/format/contract'
import { languages } from '../../src/texts/languages'
import { formatOf } from '../../ui/shared/i18n/format'
import { textIn } from '../ui/support/texts'

/** A Friday. */
const NOW = Date.UTC(2025, 9, 10, 15)
const ENGLAND: Locale = { language: 'en', country: 'GB', timeZone: 'Europe/London' }
const SPAIN: Locale = { language: 'es', country: 'ES', timeZone: 'Europe/Madrid' }
const MEXICO: Locale = { language: 'es', country: 'MX', timeZone: 'America/Mexico_City' }
const TURKEY: Locale = { language: 'tr', country: 'TR', timeZone: 'Europe/Istanbul' }

const read = (as: AnswerKind, text: string, place = BRAZIL) => {
  const found = readAnswer(as, { text, fileUrl: null }, { ...place, now: NOW })
  return 'value' in found ? found.value : `? ${found.wrong}`
}

describe('a number', () => {
  test.each([
    ['1.500', '1500'],
    ['R$ 1.500', '1500'],
    ['R$1.500,00', '1500'],
    ['1.500,00', '1500'],
    ['10.000', '10000'],
    ['1.234.567', '1234567'],
    ['1.234.567,89', '1234567.89'],
    ['1,500,000', '1500000'],
    ['1,500.00', '1500'],
    ['1.5', '1.5'],
    ['1.50', '1.5'],
    ['1,5', '1.5'],
    ['1,500', '1.5'],
    ['0.500', '0.5'],
    ['.5', '0.5'],
    ['R$ ,50', '0.5'],
    ['-,5', '-0.5'],
    ['valor: 5', '5'],
    ['enfim, 5', '5'],
    ['1234,5', '1234.5'],
    ['1234.50', '1234.5'],
    ['1 500', '1500'],
    ['1 500,50', '1500.5'],
    ["1'500", '1500'],
    ['1\u00a0500', '1500'],
    ['１５００', '1500'],
    ['2.000 reais', '2000'],
    ['1500 reais', '1500'],
    ['3 pessoas', '3'],
    ['somos 3', '3'],
    ['uns 3 ou menos', '3'],
    ['R$ 3.', '3'],
    ['2x', '2'],
    ['10%', '10'],
    ['-5', '-5'],
    ['R$ -5,00', '-5'],
    ['0', '0'],
    ['007', '7'],
    ['2 mil', '2000'],
    ['1,5 mil', '1500'],
    ['2 mil e 500', '2500'],
    ['3 milhões', '3000000'],
    ['10k', '10000'],
    ['3 reais e 50 centavos', '3.5'],
    ['mil e quinhentos', '1500'],
    ['mil e quinhentos reais', '1500'],
    ['Duzentos e vinte e um', '221'],
    ['três', '3'],
    ['2 ou 3', '? several'],
    ['de 10 a 20', '? several'],
    ['10-20', '? several'],
    ['1/2', '? several'],
    ['12:30', '? several'],
    ['1.50.00', '? several'],
    ['12 34', '? several'],
    ['A12', '? several'],
    ['12345678901234567890', '? several'],
    ['2 e meio', '2.5'],
    ['2 e meia', '2.5'],
    ['cento e vinte e um', '121'],
    ['meia dúzia', '6'],
    ['uma dúzia', '12'],
    ['duas dúzias', '24'],
    ['dúzia e meia', '18'],
    ['2 dúzias', '24'],
    ['dois e meio', '2.5'],
    ['duas e meia', '2.5'],
    ['meio', '0.5'],
    ['um milhão e meio', '1500000'],
    ['2 milhões e meio', '2500000'],
    ['dois vírgula cinco', '2.5'],
    ['três vírgula zero cinco', '3.05'],
    ['vinte e cinco reais e cinquenta centavos', '25.5'],
    ['somos quatro', '4'],
    ['acho que umas três pessoas', '3'],
    ['só um', '1'],
    ['meia hora', '? noNumber'],
    ['um e outro', '? noNumber'],
    ['dois mil', '2000'],
    ['dois mil e quinhentos', '2500'],
    ['noventa e nove e noventa', '? noNumber'],
    ['um momento', '? noNumber'],
    ['não sei', '? noNumber'],
  ])('in Brazil: %s is %s', (typed, value) => {
    expect(read('number', typed)).toBe(value)
  })

  test.each([
    [ENGLAND, '1,500.00', '1500'],
    [ENGLAND, '1,500', '1500'],
    [ENGLAND, '1.500', '1.5'],
    [ENGLAND, '1.500,00', '1500'],
    [ENGLAND, '£1,500', '1500'],
    [ENGLAND, 'one thousand five hundred', '1500'],
    [ENGLAND, '2 thousand', '2000'],
    [ENGLAND, 'half a dozen', '6'],
    [ENGLAND, 'two and a half', '2.5'],
    [ENGLAND, 'one point five', '1.5'],
    [SPAIN, 'media docena', '6'],
    [SPAIN, 'dos y medio', '2.5'],
    [TURKEY, 'iki buçuk', '2.5'],
    [TURKEY, 'yarım düzine', '6'],
    [SPAIN, '1.500', '1500'],
    [SPAIN, '1.500,50 €', '1500.5'],
    [SPAIN, 'mil quinientos', '1500'],
    [SPAIN, 'veintidós personas', '22'],
    [MEXICO, '1,500', '1500'],
    [MEXICO, '1.500', '1.5'],
    [TURKEY, '1.500', '1500'],
    [TURKEY, '1.500,50 TL', '1500.5'],
    [TURKEY, 'bin beş yüz', '1500'],
    [TURKEY, 'iki yüz elli lira', '250'],
  ])('elsewhere by the company’s language: %o %s is %s', (place, typed, value) => {
    expect(read('number', typed, place)).toBe(value)
  })

  test('is read as the product writes it in each language', async () => {
    for (const language of languages) {
      const format = formatOf(language, 'UTC', await textIn(language))
      const place = { ...BRAZIL, language }
      for (let n = 0; n < 300; n++) {
        const number = [n, n * 137, n * 1_000, n * 99_991][n % 4] ?? n
        expect([language, number, read('number', format.number(number), place)]).toEqual([
          language,
          number,
          String(number),
        ])
        expect(numberIn(format.number(number), place)).toBe(number)
      }
      for (let n = 1; n < 300; n++) expect(read('number', format.money(n * 123_425), place)).toBe(String(n * 1_234.25))
    }
  })
})

describe('a date', () => {
  test.each([
    ['12/10/2025', '12/10/2025'],
    ['12/10/25', '12/10/2025'],
    ['12-10-2025', '12/10/2025'],
    ['12.10.2025', '12/10/2025'],
    ['12 10 2025', '12/10/2025'],
    ['12102025', '12/10/2025'],
    ['2025-10-12', '12/10/2025'],
    ['5/3/1985', '05/03/1985'],
    ['05/03/85', '05/03/1985'],
    ['nasci em 05/03/1985', '05/03/1985'],
    ['12 de outubro', '12/10/2025'],
    ['12 de outubro de 2026', '12/10/2026'],
    ['12 out 26', '12/10/2026'],
    ['12/out/2026', '12/10/2026'],
    ['1º de maio', '01/05/2026'],
    ['primeiro de maio', '01/05/2026'],
    ['dia 12 de outubro às 14h', '12/10/2025'],
    ['05/03', '05/03/2026'],
    ['10/10', '10/10/2025'],
    ['31/12', '31/12/2025'],
    ['hoje', '10/10/2025'],
    ['Amanhã', '11/10/2025'],
    ['amanhã de manhã', '11/10/2025'],
    ['depois de amanhã', '12/10/2025'],
    ['ontem', '09/10/2025'],
    ['dia 12', '12/10/2025'],
    ['no dia 5', '05/11/2025'],
    ['segunda', '13/10/2025'],
    ['segunda-feira', '13/10/2025'],
    ['próxima terça', '14/10/2025'],
    ['sexta', '17/10/2025'],
    ['sábado às 10h', '11/10/2025'],
    ['quinta, 06/11', '06/11/2025'],
    ['dia 6/11, quinta-feira', '06/11/2025'],
    ['sexta, 06/11', '? several'],
    ['29/02', '29/02/2028'],
    ['31/02/2025', '? noSuchDay'],
    ['31/04', '? noSuchDay'],
    ['2025-13-01', '? noSuchDay'],
    ['dia 32', '? noSuchDay'],
    ['12/10 ou 13/10', '? several'],
    ['hoje ou amanhã', '? several'],
    ['daqui a 3 dias', '13/10/2025'],
    ['daqui 15 dias', '25/10/2025'],
    ['em três dias', '13/10/2025'],
    ['daqui a uma semana', '17/10/2025'],
    ['daqui a duas semanas', '24/10/2025'],
    ['daqui a um mês', '10/11/2025'],
    ['há 2 dias', '08/10/2025'],
    ['3 dias atrás', '07/10/2025'],
    ['dia 5 do mês que vem', '05/11/2025'],
    ['dia 31 do mês que vem', '? noSuchDay'],
    ['sexta da semana que vem', '17/10/2025'],
    ['segunda-feira da próxima semana', '13/10/2025'],
    ['domingo da semana que vem', '19/10/2025'],
    ['hoje à tarde', '10/10/2025'],
    ['semana que vem', '? noDate'],
    ['mês que vem', '? noDate'],
    ['fim de semana', '? noDate'],
    ['depois d amanhã', '12/10/2025'],
    ['hj', '10/10/2025'],
    ['dia primeiro', '01/11/2025'],
    ['2026/01/05', '05/01/2026'],
    ['dia 12 ou 13', '? several'],
    ['dia 12 às 10h', '12/10/2025'],
    ['qualquer dia', '? noDate'],
    ['quando der', '? noDate'],
  ])('in Brazil: %s is %s', (typed, day) => {
    expect(read('date', typed)).toBe(day)
  })

  test.each([
    [ENGLAND, 'tomorrow', '11/10/2025'],
    [ENGLAND, 'the day after tomorrow', '12/10/2025'],
    [ENGLAND, 'October 12', '12/10/2025'],
    [ENGLAND, '12th of October, 2026', '12/10/2026'],
    [ENGLAND, 'next Monday', '13/10/2025'],
    [ENGLAND, 'the 12th', '12/10/2025'],
    [ENGLAND, 'in 3 days', '13/10/2025'],
    [ENGLAND, 'in a week', '17/10/2025'],
    [ENGLAND, 'two days ago', '08/10/2025'],
    [ENGLAND, 'Friday next week', '17/10/2025'],
    [ENGLAND, 'the 5th of next month', '05/11/2025'],
    [SPAIN, 'en tres días', '13/10/2025'],
    [SPAIN, 'dentro de una semana', '17/10/2025'],
    [SPAIN, 'hace dos días', '08/10/2025'],
    [SPAIN, 'el 5 del mes que viene', '05/11/2025'],
    [TURKEY, '3 gün sonra', '13/10/2025'],
    [TURKEY, 'bir hafta sonra', '17/10/2025'],
    [TURKEY, 'haftaya cuma', '17/10/2025'],
    [SPAIN, 'mañana por la mañana', '11/10/2025'],
    [SPAIN, 'pasado mañana', '12/10/2025'],
    [SPAIN, '12 de octubre', '12/10/2025'],
    [SPAIN, 'el lunes', '13/10/2025'],
    [TURKEY, 'yarın', '11/10/2025'],
    [TURKEY, '12 Ekim 2025', '12/10/2025'],
    [TURKEY, 'pazartesi', '13/10/2025'],
    [TURKEY, 'bugün', '10/10/2025'],
  ])('elsewhere: %o %s is %s', (place, typed, day) => {
    expect(read('date', typed, place)).toBe(day)
  })

  test('is the company’s day, not that of the server', () => {
    const late = { ...BRAZIL, now: Date.UTC(2025, 9, 11, 1) }
    expect(readAnswer('date', { text: 'hoje', fileUrl: null }, late)).toEqual({ value: '10/10/2025' })
  })

  test('is read as the product writes it in each language', async () => {
    for (const language of languages) {
      const format = formatOf(language, 'UTC', await textIn(language))
      for (let day = 0; day < 800; day += 7) {
        const at = new Date(Date.UTC(2025, 0, 1) + day * 86_400_000)
        const [year, month, date] = at.toISOString().slice(0, 10).split('-')
        for (const shown of [format.date(at), at.toISOString().slice(0, 10)])
          expect([language, shown, read('date', shown, { ...BRAZIL, language, timeZone: 'UTC' })]).toEqual([
            language,
            shown,
            `${date}/${month}/${year}`,
          ])
      }
    }
  })
})

test.each([
  [BRAZIL, '14:30', '14:30'],
  [BRAZIL, '14h', '14:00'],
  [BRAZIL, '14h30', '14:30'],
  [BRAZIL, 'às 9', '09:00'],
  [BRAZIL, '9 horas', '09:00'],
  [BRAZIL, '2 da tarde', '14:00'],
  [BRAZIL, '2 e meia da tarde', '14:30'],
  [BRAZIL, 'meio-dia', '12:00'],
  [BRAZIL, 'meio dia e meia', '12:30'],
  [BRAZIL, 'meia noite', '00:00'],
  [BRAZIL, 'entre 9 e 11', '? several'],
  [BRAZIL, '25:00', '? noTime'],
  [BRAZIL, 'cedo', '? noTime'],
  [ENGLAND, '2 pm', '14:00'],
  [ENGLAND, '2:30pm', '14:30'],
  [ENGLAND, '12 am', '00:00'],
  [SPAIN, '2 y media de la tarde', '14:30'],
  [TURKEY, '14.30', '14:30'],
  [BRAZIL, 'às 14 e 30', '14:30'],
  [BRAZIL, '2 e 45 da tarde', '14:45'],
  [BRAZIL, '14 30', '14:30'],
  [BRAZIL, '14 h 30', '14:30'],
  [BRAZIL, '14 horas e 30', '14:30'],
  [BRAZIL, '14:30:00', '14:30'],
  [BRAZIL, '9 e 10', '? several'],
  [BRAZIL, '14:60', '? noTime'],
  [BRAZIL, '9:5', '? noTime'],
  [BRAZIL, '12 da noite', '00:00'],
  [BRAZIL, '8 à noite', '20:00'],
  [ENGLAND, '9 at night', '21:00'],
  [TURKEY, '8 akşam', '20:00'],
  [BRAZIL, '12 da tarde', '12:00'],
  [SPAIN, 'a las 14 y 30', '14:30'],
  [BRAZIL, '1430', '14:30'],
  [BRAZIL, '930', '09:30'],
  [BRAZIL, '0800', '08:00'],
  [BRAZIL, '1430h', '14:30'],
  [BRAZIL, '2575', '? noTime'],
  [BRAZIL, '14,30', '14:30'],
  [BRAZIL, '14-30', '14:30'],
  [BRAZIL, '14-15', '? several'],
  [BRAZIL, '14h30min', '14:30'],
  [BRAZIL, 'duas da tarde', '14:00'],
  [BRAZIL, 'às duas', '02:00'],
  [BRAZIL, 'três e meia da tarde', '15:30'],
  [BRAZIL, 'nove da manhã', '09:00'],
  [BRAZIL, 'nove e quinze', '09:15'],
  [BRAZIL, 'oito horas', '08:00'],
  [BRAZIL, 'à uma da tarde', '13:00'],
  [BRAZIL, 'vinte horas', '20:00'],
  [BRAZIL, 'vinte e uma horas', '21:00'],
  [BRAZIL, 'quinze para as oito', '07:45'],
  [BRAZIL, '10 pras 3 da tarde', '14:50'],
  [BRAZIL, 'nove ou dez', '? several'],
  [BRAZIL, 'das 10 para as 11', '? several'],
  [BRAZIL, 'uma hora qualquer', '01:00'],
  [BRAZIL, 'uma consulta', '? noTime'],
  [BRAZIL, 'qualquer um', '? noTime'],
  [ENGLAND, 'half past two', '02:30'],
  [ENGLAND, 'quarter to eight', '07:45'],
  [ENGLAND, 'two pm', '14:00'],
  [ENGLAND, 'one question', '? noTime'],
  [SPAIN, 'las ocho y cuarto', '08:15'],
  [SPAIN, 'dos y media de la tarde', '14:30'],
  [SPAIN, 'ocho menos cuarto', '07:45'],
  [TURKEY, 'saat on dört', '14:00'],
])('a time: %o %s is %s', (place, typed, time) => {
  expect(read('time', typed, place)).toBe(time)
})

test.each([
  [BRAZIL, 'Sim', 'sim'],
  [BRAZIL, 's', 'sim'],
  [BRAZIL, 'sim, por favor!', 'sim'],
  [BRAZIL, 'pode ser', 'sim'],
  [BRAZIL, '👍', 'sim'],
  [BRAZIL, 'Não', 'não'],
  [BRAZIL, 'n', 'não'],
  [BRAZIL, 'claro que não', 'não'],
  [BRAZIL, 'não quero', 'não'],
  [BRAZIL, 'não sei', '? noYesNo'],
  [BRAZIL, 'sim e não', '? noYesNo'],
  [BRAZIL, 'no', 'não'],
  [BRAZIL, 'sim, no cartão', 'sim'],
  [BRAZIL, 'pode ser no boleto', 'sim'],
  [BRAZIL, 'não tenho certeza', '? noYesNo'],
  [BRAZIL, 'com certeza não', 'não'],
  [BRAZIL, 'não tem problema', '? noYesNo'],
  [ENGLAND, 'not sure', '? noYesNo'],
  [ENGLAND, 'no problem', '? noYesNo'],
  [SPAIN, 'no estoy seguro', '? noYesNo'],
  [SPAIN, 'no hay problema', '? noYesNo'],
  [TURKEY, 'emin değilim', '? noYesNo'],
  [TURKEY, 'sorun yok', '? noYesNo'],
  [BRAZIL, 'quanto custa?', '? noYesNo'],
  [ENGLAND, 'yes please', 'yes'],
  [ENGLAND, 'nope', 'no'],
  [SPAIN, 'sí', 'sí'],
  [SPAIN, 'claro que no', 'no'],
  [TURKEY, 'evet', 'evet'],
  [TURKEY, 'hayır', 'hayır'],
])('yes or no: %o %s is %s', (place, typed, value) => {
  expect(read('yesNo', typed, place)).toBe(value)
})

test.each([
  ['ana@exemplo.com', 'ana@exemplo.com'],
  ['ana@exemplo.com.', 'ana@exemplo.com'],
  ['Ana.Silva+1@Exemplo.com.br', 'ana.silva+1@exemplo.com.br'],
  ['meu email é ana@exemplo.com', 'ana@exemplo.com'],
  ['Ana <ana@exemplo.com>', 'ana@exemplo.com'],
  ['mailto:ana@exemplo.com', 'ana@exemplo.com'],
  ['e-mail: ana@exemplo.com, obrigada', 'ana@exemplo.com'],
  ['ana @ exemplo.com', 'ana@exemplo.com'],
  ['ana arroba exemplo.com', 'ana@exemplo.com'],
  ['ana arroba exemplo ponto com ponto br', 'ana@exemplo.com.br'],
  ['ana(at)exemplo.com', 'ana@exemplo.com'],
  ['ana@exemplo', '? noEmail'],
  ['ana@exemplo,com', '? noEmail'],
  ['ana..silva@exemplo.com', '? noEmail'],
  ['@ana', '? noEmail'],
  ['não tenho', '? noEmail'],
  ['ana@exemplo.com ou bia@exemplo.com', '? several'],
])('an e-mail address: %s is %s', (typed, value) => {
  expect(read('email', typed)).toBe(value)
})

test.each([
  ['cpf', 'CPF 529.982.247-25', '529.982.247-25'],
  ['cpf', '52998224725', '529.982.247-25'],
  ['cpf', 'meu cpf é 529 982 247 25', '529.982.247-25'],
  ['cpf', '529.982.247-26', '? noCpf'],
  ['cpf', '12ABC34501DE35', '? noCpf'],
  ['cnpj', '12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
  ['cnpj', 'CNPJ: 12abc34501de35', '12.ABC.345/01DE-35'],
  ['cnpj', '12.ABC.345/01DE-36', '? noCnpj'],
  ['cpfcnpj', '12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['cpfcnpj', '529.982.247-25', '529.982.247-25'],
  ['cpfcnpj', 'não tenho', '? noDocument'],
  ['cep', '01310-100', '01310-100'],
  ['cep', '01310100', '01310-100'],
  ['cep', '01.310-100', '01310-100'],
  ['cep', 'CEP 01310 100, apto 12', '01310-100'],
  ['cep', '0131-100', '? noCep'],
  ['cep', '013101000', '? noCep'],
  ['cep', '01310-100 ou 01310-200', '? several'],
  ['phone', '(11) 98801-7777', '11988017777'],
  ['phone', '+55 11 98801-7777', '11988017777'],
  ['phone', 'meu número é 11 98801-7777', '11988017777'],
  ['phone', '+351 912 345 678', '+351912345678'],
  ['phone', '8888-7777', '? phone.noAreaCode'],
  ['phone', '00000000', '? phone.repeated'],
  ['phone', '0800 123 4567', '? phone.service'],
  ['text', '  oi  ', 'oi'],
  ['text', ' ', '? noText'],
] satisfies [AnswerKind, string, string][])('%s: %s is %s', (as, typed, value) => {
  expect(read(as, typed)).toBe(value)
})

test('hostile answers are read in a moment', () => {
  const kinds = ['number', 'email', 'phone', 'cpf', 'cnpj', 'cpfcnpj', 'cep', 'date', 'time', 'yesNo'] as const
  const begin = performance.now()
  for (const piece of ['1', '1.', '1 ', 'a@', '.', '12/', 'mil ', ' ', 'arroba ', '(', 'dia 1 '])
    for (const as of kinds) for (const length of [300, 100_000]) read(as, piece.repeat(length / piece.length))
  expect(performance.now() - begin).toBeLessThan(2_000)
})
