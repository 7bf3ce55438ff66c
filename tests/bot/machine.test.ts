/** The bot's machine, step by step. */
import { describe, expect, test } from 'bun:test'
import { type BotState, MOST_ANSWERS, MOST_IN_A_MINUTE, MOST_MISSES, step } from '../../src/features/bot/machine'
import { lastOf, linesOfStep, option, queue, setup, talk, words } from './support'

const MINUTE = 60_000

const delivery = option(2, {
  title: 'Prazo e entrega',
  message: 'Para onde vai o pedido?',
  children: [
    option(21, { title: 'Rio de Janeiro, capital', message: 'De 3 a 5 dias úteis.' }),
    option(22, { title: 'Outra cidade', optionType: 'Atendente', message: 'Um instante.', targetQueueId: 2 }),
  ],
})
const sales = queue(1, 'Vendas', {
  options: [
    option(1, { title: 'Comprar um móvel', message: 'O que você procura?' }),
    delivery,
    option(3, { title: 'Catálogo 2026', optionType: 'Arquivo', message: 'Boa leitura!', file: 'catalogo.pdf' }),
    option(4, { title: 'Assistência técnica', optionType: 'Fila', message: 'Vamos lá.', targetQueueId: 2 }),
    option(5, { title: 'Falar com uma pessoa', optionType: 'Atendente', message: 'Já vem.', targetUserId: 7 }),
  ],
})
const support = queue(2, 'Suporte')
const one = setup([sales], { queues: [sales, support] })
const two = setup([sales, support])

const tree =
  '*1* Comprar um móvel\n*2* Prazo e entrega\n*3* Catálogo 2026\n*4* Assistência técnica\n*5* Falar com uma pessoa'
const menu = '*1* Vendas\n*2* Suporte'

describe('the beginning', () => {
  test('with several queues greets and lists them, whatever the first message says', () => {
    for (const first of ['oi', '2', null]) expect(lastOf(two, first)).toEqual([`Bem-vindo!\n${menu}`])
  })

  test('sends the greeting’s file between greeting and menu', () => {
    expect(lastOf({ ...two, greetingFile: 'loja.jpg' }, 'oi')).toEqual(['Bem-vindo!', 'file loja.jpg', menu])
  })

  test('with one queue chooses it and shows its tree, with its greeting if enabled', () => {
    expect(lastOf(one, 'oi')).toEqual(['queue 1', `Aqui é Vendas.\n${tree}`])
    expect(lastOf({ ...one, greetsAlone: false }, 'oi')).toEqual(['queue 1', `${words.choose}\n${tree}`])
  })

  test('with one queue without a tree, or without a queue, leaves the ticket to people', () => {
    expect(lastOf(setup([support]), 'oi')).toEqual(['queue 2', 'Aqui é Suporte.', 'people of 2, null'])
    expect(lastOf(setup([support], { greetsAlone: false }), 'oi')).toEqual(['queue 2', 'people of 2, null'])
    expect(lastOf(setup([]), 'oi', 'alô?')).toEqual([])
    expect(talk(setup([]), 'oi').turns.map(linesOfStep)).toEqual([['people of null, null']])
  })
})

describe('a choice', () => {
  test('of a queue shows its tree or, without one, leaves the ticket to its people', () => {
    expect(lastOf(two, 'oi', '1')).toEqual(['queue 1', `Aqui é Vendas.\n${tree}\n*0* Voltar`])
    expect(lastOf(two, 'oi', '2')).toEqual(['queue 2', 'Aqui é Suporte.', 'people of 2, null'])
    expect(lastOf(setup([sales, { ...support, greeting: '' }]), 'oi', '2')).toEqual([
      'queue 2',
      words.waiting,
      'people of 2, null',
    ])
  })

  test('of a closed queue sends its out-of-hours message, if any, and the ticket waits there', () => {
    const closed = setup([sales, { ...support, isOpen: false, outOfHours: 'Abrimos às 8.' }])
    expect(lastOf(closed, 'oi', '2')).toEqual(['queue 2', 'Abrimos às 8.', 'people of 2, null'])
    const silent = setup([sales, { ...support, isOpen: false }])
    expect(lastOf(silent, 'oi', '2')).toEqual(['queue 2', 'people of 2, null'])
    expect(lastOf(closed, 'oi', '2', 'alô?')).toEqual([])
  })

  test('of a text option sends the text and goes deeper, or repeats the menu', () => {
    const deeper = '*1* Rio de Janeiro, capital\n*2* Outra cidade\n*0* Voltar'
    expect(lastOf(one, 'oi', '2')).toEqual([`Para onde vai o pedido?\n${deeper}`])
    expect(lastOf(one, 'oi', '2', '1')).toEqual([`De 3 a 5 dias úteis.\n${deeper}`])
    expect(lastOf(two, 'oi', '1', '2')).toEqual([`Para onde vai o pedido?\n${deeper}\n*#* Menu principal`])
  })

  test('of a file option sends the file, then the menu', () => {
    expect(lastOf(one, 'oi', '3')).toEqual(['file catalogo.pdf (Boa leitura!)', tree])
  })

  test('of another queue enters it, or says that it was deleted', () => {
    expect(lastOf(one, 'oi', '4')).toEqual(['queue 2', 'Vamos lá.\nAqui é Suporte.', 'people of 2, null'])
    expect(lastOf(setup([sales]), 'oi', '4')).toEqual([`${words.unavailable}\n${tree}`])
  })

  test('of an attendant hands over to that person or to a queue, and the bot falls silent', () => {
    expect(lastOf(one, 'oi', '5')).toEqual(['Já vem.', 'people of 1, 7'])
    expect(lastOf(one, 'oi', '2', '2')).toEqual(['Um instante.', 'people of 2, null'])
    expect(lastOf(one, 'oi', '5', 'alô?', '1')).toEqual([])
    const closed = setup([sales], { queues: [sales, { ...support, isOpen: false }] })
    expect(lastOf(closed, 'oi', '2', '2')).toEqual(['people of 2, null'])
  })

  test('in words is reported to people trying out the bot', () => {
    expect(lastOf(one, 'oi', 'qual o prazo?')[0]).toBe('as 2, Prazo e entrega')
    expect(lastOf(two, 'oi', 'suporte')[0]).toBe('as 2, Suporte')
  })
})

describe('the way back', () => {
  test('0 goes up one level, # to the main menu', () => {
    expect(lastOf(one, 'oi', '2', '0')).toEqual([`${words.choose}\n${tree}`])
    expect(lastOf(two, 'oi', '1', '2', '0')).toEqual([`${words.choose}\n${tree}\n*0* Voltar`])
    expect(lastOf(two, 'oi', '1', '0')).toEqual(['queue null', `${words.choose}\n${menu}`])
    expect(lastOf(two, 'oi', '1', '2', '#')).toEqual(['queue null', `${words.choose}\n${menu}`])
    expect(lastOf(one, 'oi', '2', 'Voltar')).toEqual([`${words.choose}\n${tree}`])
  })

  test('0 is unknown at the top menu', () => {
    expect(lastOf(one, 'oi', '0')).toEqual([`${words.unknown}\n${tree}`])
    expect(lastOf(two, 'oi', '0')).toEqual([`${words.unknown}\n${menu}`])
  })
})

describe('an unknown answer', () => {
  test('repeats the menu as often as allowed, then falls silent and waits for people', () => {
    const bot = { ...two, repeats: 2 }
    const { turns, state } = talk(bot, 'oi', 'hein?', null, '99', '1')
    expect(turns.map(linesOfStep)).toEqual([
      [`Bem-vindo!\n${menu}`],
      [`${words.unknown}\n${menu}`],
      [`${words.unknown}\n${menu}`],
      ['silent, unknownAnswers'],
      [],
    ])
    expect(state?.phase).toBe('silent')
  })

  test('resets its count after a known one', () => {
    const bot = { ...one, repeats: 1 }
    expect(lastOf(bot, 'oi', 'hein?', '1', 'hein?')).toEqual([`${words.unknown}\n${tree}`])
  })

  test('in a queue that does not repeat silences the bot at once', () => {
    const bot = setup([{ ...sales, repeats: false }])
    expect(lastOf(bot, 'oi', 'hein?')).toEqual(['silent, unknownAnswers'])
  })

  test('is the last if it is the tenth in a row, even without a limit: a bot may be at the other end', () => {
    const { turns, state } = talk(two, ...Array<string>(MOST_MISSES + 5).fill('Resposta automática.'))
    expect(turns.filter(({ effects }) => effects.length > 0)).toHaveLength(MOST_MISSES + 1) // the greeting included
    expect(turns.flatMap(linesOfStep).at(-1)).toBe('silent, unknownAnswers')
    expect(state?.phase).toBe('silent')
  })
})

describe('a contact who never stops', () => {
  const walk = (apart: number, texts: readonly string[]) => {
    let state: BotState | null = null
    return texts.map((text, at) => {
      const turn = step(one, state, { kind: 'message', text }, at * apart)
      state = turn.state
      return linesOfStep(turn).some((line) => line.startsWith('silent'))
        ? linesOfStep(turn).join()
        : turn.effects.length
    })
  }
  const known = (times: number) => ['oi', ...Array<string>(times).fill('1')]

  test('is answered ten times in a minute, then waits for people', () => {
    const turns = walk(15, known(15))
    expect(turns.indexOf('silent, tooFast')).toBe(MOST_IN_A_MINUTE)
    expect(turns.slice(MOST_IN_A_MINUTE + 1)).toEqual(Array(5).fill(0))
  })

  test('at human speed is answered a hundred times', () => {
    expect(walk(6_500, known(50))).not.toContain('silent, tooFast')
    expect(walk(6_500, known(MOST_ANSWERS + 1)).at(-1)).toBe('silent, tooMany')
  })
})

describe('the timeout', () => {
  const bot = setup([sales, support], { redirection: { queueId: 2, minutes: 10 }, repeats: 1 })
  const after = (state: ReturnType<typeof talk>['state'], minutes: number) =>
    linesOfStep(step(bot, state, { kind: 'time' }, minutes * MINUTE))

  test('without a choice redirects to its queue once', () => {
    const { state } = talk(bot, 'oi', 'hein?')
    expect(after(state, 9.9)).toEqual([])
    expect(after(state, 10)).toEqual([words.redirected, 'people of 2, null'])
    const { state: then } = step(bot, state, { kind: 'time' }, 10 * MINUTE)
    expect(after(then, 100)).toEqual([])
  })

  test('redirects silently from a silent bot, and not at all once a queue was chosen or a person took over', () => {
    expect(after(talk(bot, 'oi', 'hein?', 'hein?').state, 10)).toEqual(['people of 2, null'])
    expect(after(talk(bot, 'oi', '1').state, 100)).toEqual([])
    const { state } = step(bot, talk(bot, 'oi').state, { kind: 'attended' }, 0)
    expect(after(state, 100)).toEqual([])
  })

  test('restarts at the main menu after a queue', () => {
    const { state } = talk(bot, 'oi', '1', 'Menu principal')
    expect(after(state, 10)).toEqual([])
    expect(after(state, 12)).toEqual([words.redirected, 'people of 2, null'])
  })
})

test('the bot ends when a person takes over, even before it has begun', () => {
  for (const before of [null, talk(two, 'oi', '1').state]) {
    const { state, effects } = step(two, before, { kind: 'attended' }, 0)
    expect(effects).toEqual([])
    expect(step(two, state, { kind: 'message', text: '1' }, 0)).toEqual({ state, effects: [] })
  }
})

describe('a tree that changed meanwhile', () => {
  const { state } = talk(two, 'oi', '1', '2')
  const said = (...queues: Parameters<typeof setup>[0]) =>
    linesOfStep(step(setup(queues), state, { kind: 'message', text: '1' }, 0))

  test('is entered as far as it still exists', () => {
    const flat = { ...sales, options: [option(9, { title: 'Novo', message: 'Nova resposta' })] }
    expect(said(flat, support)).toEqual(['Nova resposta\n*1* Novo\n*0* Voltar'])
  })

  test('leads to people if the tree is gone, and to the other queues if the queue is gone', () => {
    expect(said({ ...sales, options: [] }, support)).toEqual(['queue 1', words.waiting, 'people of 1, null'])
    const finance = queue(3, 'Financeiro')
    expect(said(support, finance)).toEqual(['queue null', `${words.choose}\n*1* Suporte\n*2* Financeiro`])
    expect(said(support)).toEqual(['queue 2', words.waiting, 'people of 2, null'])
    expect(said()).toEqual([words.waiting, 'people of null, null'])
  })
})
