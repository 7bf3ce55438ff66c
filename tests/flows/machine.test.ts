import { describe, expect, test } from 'bun:test'
import type { FlowNode } from '../../src/features/flows/format/contract'
import { wakeAt } from '../../src/features/flows/machine'
import { createTurnBudget, MOST_MATCHING } from '../../src/features/flows/turn-budget'
import { ask, end, flowOf, http, menu, say, talk, transfer } from './support'

describe('questions', () => {
  const flow = flowOf(
    {
      a: ask('Qual o seu CPF?', 'cpf', { as: 'cpf', again: { text: 'Não confere.', max: 2 } }),
      b: end('É {{cpf}}.'),
      c: transfer(2),
    },
    { start: 'a', a: 'b', 'a:fail': 'c' },
  )

  test('keep the answer that fits, written in one way', () => {
    const one = talk(flow)
    expect(one.says('oi')).toEqual(['say: Qual o seu CPF?'])
    expect(one.says('52998224725')).toEqual(['say: É 529.982.247-25.', { do: 'stop', because: 'ended' }])
    expect(one.state()).toBeNull()
  })

  test('repeat up to their tries, then leave by the exit for it', () => {
    const one = talk(flow)
    one.says('oi')
    expect(one.says('118.402.977-00')).toEqual(['say: Não confere.'])
    expect(one.says('não sei')).toEqual([{ do: 'transfer', queueId: 2, userId: null }])
  })

  test('say what is wrong, also in words of their own', () => {
    const problem = (text: string, as: 'phone' | 'date') =>
      talk(flowOf({ a: ask('Seu telefone?', 'x', { as, again: { text, max: 3 } }), b: end() }, { start: 'a', a: 'b' }))
    const silent = problem('', 'phone')
    silent.says('oi')
    expect(silent.says('98801-7777')).toEqual(['say: Falta o DDD no telefone.\n\nSeu telefone?'])
    const own = problem('Opa! {{answer.problem}}', 'date')
    own.says('oi')
    expect(own.says('31/02/2025')).toEqual(['say: Opa! Esta data não existe no calendário.'])
  })

  test('read by the company’s language, country and day', () => {
    const answered = (as: 'number' | 'phone' | 'date', text: string, around = {}) => {
      const one = talk(flowOf({ a: ask('?', 'x', { as }), b: end('{{x}}') }, { start: 'a', a: 'b' }), around)
      one.says('oi')
      return one.says(text)[0]
    }
    const place = { language: 'en', country: 'GB', timeZone: 'Europe/London' } as const
    expect(answered('number', '1.500')).toBe('say: 1500')
    expect(answered('number', '1.500', { place })).toBe('say: 1.5')
    expect(answered('phone', '020 7946 0958', { place })).toBe('say: 2079460958')
    expect(answered('date', 'hoje')).toBe('say: 31/12/1969')
    expect(answered('date', 'today', { place })).toBe('say: 01/01/1970')
  })

  test('want a file where they ask for one', () => {
    const one = talk(
      flowOf({ a: ask('Envie a foto', 'foto', { as: 'file' }), b: end('{{foto}}') }, { start: 'a', a: 'b' }),
    )
    one.says('oi')
    expect(one.says('aqui')).toEqual(['say: Preciso de um arquivo ou de uma foto.\n\nEnvie a foto'])
    expect(one.says(null, 'https://balcao.example/f/1')).toContain('say: https://balcao.example/f/1')
  })

  test('leave by the exit for silence when their time is over, and end without one', () => {
    const patient = (edges = {}) =>
      talk(flowOf({ a: ask('?', 'x', { timeoutMin: 2 }), b: end('Até logo', true) }, { start: 'a', a: 'b', ...edges }))
    const one = patient({ 'a:timeout': 'b' })
    one.says('oi')
    expect(wakeAt(one.state())).toBe(1_000_000 + 120_000)
    expect(one.waits(119_999)).toEqual([])
    expect(one.waits(1)).toEqual(['close: Até logo'])
    const other = patient()
    other.says('oi')
    expect(other.waits(120_000)).toEqual([{ do: 'stop', because: 'idle' }])
  })
})

describe('menus', () => {
  const flow = flowOf(
    { a: menu('Escolha', ['Vendas', 'Suporte técnico']), b: end('v'), c: end('s'), d: transfer() },
    { start: 'a', 'a:a': 'b', 'a:b': 'c', 'a:else': 'd' },
  )

  test.each([
    ['1', 'say: v'],
    ['2', 'say: s'],
    ['suporte', 'say: s'],
    ['VENDAS', 'say: v'],
  ])('take a number as well as words: %s', (typed, expected) => {
    const one = talk(flow)
    expect(one.says('oi')).toEqual(['say: Escolha\n\n*1* Vendas\n*2* Suporte técnico'])
    expect(one.says(typed)[0]).toBe(expected)
  })

  test('take what was tapped, whatever its title says, but no choice of another menu', () => {
    const one = talk(flow)
    one.says('oi')
    const [menu] = one.last()?.actions ?? []
    expect(menu).toMatchObject({
      choices: {
        prompt: 'Escolha',
        options: [
          { id: 'a a', title: 'Vendas' },
          { id: 'a b', title: 'Suporte técnico' },
        ],
      },
    })
    const taps = (tapped: string) => one.happens({ kind: 'message', text: 'Outra coisa', fileUrl: null, tapped })
    expect(taps('x b')).toEqual(['say: Não entendi\n\n*1* Vendas\n*2* Suporte técnico'])
    expect(taps('a b')[0]).toBe('say: s')
  })

  test('repeat on nonsense, then leave by "else"', () => {
    const one = talk(flow)
    one.says('oi')
    expect(one.says('hein?')).toEqual(['say: Não entendi\n\n*1* Vendas\n*2* Suporte técnico'])
    one.says('9')
    expect(one.says('9')).toEqual([{ do: 'transfer', queueId: null, userId: null }])
  })
})

describe('calls', () => {
  const flow = flowOf(
    {
      a: ask('CPF?', 'cpf'),
      b: http({
        method: 'POST',
        url: 'https://erp.example/boletos?cpf={{cpf}}',
        headers: [
          { name: 'Authorization', value: 'Bearer {{secret.erp}}' },
          { name: 'X-Said', value: '{{cpf}}' },
        ],
        body: '{"cpf": "{{cpf}}"}',
        map: [{ path: 'data.items.0.total', var: 'total' }],
      }),
      c: end('Total {{total}}, {{http.status}}'),
      d: end('Sem resposta'),
    },
    { start: 'a', a: 'b', 'b:ok': 'c', 'b:error': 'd' },
  )
  const asking = (said: string) => {
    const one = talk(flow, { secrets: { erp: 'chave' } })
    one.says('oi')
    const [call] = one.says(said)
    if (typeof call !== 'object' || call.do !== 'call') throw new Error('no call')
    return { one, call }
  }

  test('escape what the contact said for its place, and give no secret away', () => {
    const { call } = asking('a&b "{{secret.erp}}"\n')
    expect(call.request).toEqual({
      method: 'POST',
      url: 'https://erp.example/boletos?cpf=a%26b%20%22%7B%7Bsecret.erp%7D%7D%22',
      headers: { Authorization: 'Bearer chave', 'X-Said': 'a&b "{{secret.erp}}"' },
      body: '{"cpf": "a&b \\"{{secret.erp}}\\""}',
    })
  })

  test('keep values of the answer', () => {
    const { one, call } = asking('1')
    const body = '{"data":{"items":[{"total":12.5}]}}'
    expect(one.happens({ kind: 'called', id: call.id, status: 201, body })[0]).toBe('say: Total 12.5, 201')
  })

  test.each([
    ['no JSON', 200, '<html>'],
    ['a fault', 500, '{}'],
  ])('leave by "error" after %s', (_, status, body) => {
    const { one, call } = asking('1')
    expect(one.happens({ kind: 'called', id: call.id, status, body })[0]).toBe('say: Sem resposta')
  })

  test('leave by "error" where a value would climb the path, and nothing is called', () => {
    const at = (url: string) =>
      talk(
        flowOf(
          { a: ask('Pedido?', 'pedido'), b: http({ url }), c: end('ok'), d: end('Sem resposta') },
          { start: 'a', a: 'b', 'b:ok': 'c', 'b:error': 'd' },
        ),
      )
    for (const [url, said] of [
      ['https://erp.example/orders/{{pedido}}/status', '..'],
      ['https://erp.example/orders/{{nada}}', '1'],
    ] as const) {
      const one = at(url)
      one.says('oi')
      expect(one.says(said)[0]).toBe('say: Sem resposta')
    }
  })

  test('ignore a stale answer, and words meanwhile', () => {
    const { one, call } = asking('1')
    const before = one.state()
    expect(one.happens({ kind: 'called', id: 'b.99', status: 200, body: '{}' })).toEqual([])
    expect(one.says('alô?')).toEqual([])
    expect(one.state()).toMatchObject({ wait: before?.wait, node: 'b' })
    expect(one.happens({ kind: 'callFailed', id: call.id })[0]).toBe('say: Sem resposta')
  })
})

test('conditions compare what programs have written as programs write it', () => {
  const branches = (as: 'number' | 'text', r: string) =>
    flowOf(
      {
        a: ask('?', 'x', { as }),
        b: { t: 'if', name: '', mode: 'all', tests: [{ l: '{{x}}', op: 'gt', r }] },
        c: end('sim'),
        d: end('não'),
      },
      { start: 'a', a: 'b', 'b:true': 'c', 'b:false': 'd' },
    )
  const answered = (as: 'number' | 'text', typed: string, r: string) => {
    const one = talk(branches(as, r))
    one.says('oi')
    return one.says(typed)[0]
  }
  // Kept as 1.125, which is an eighth more than one.
  expect(answered('number', '1,125', '2')).toBe('say: não')
  expect(answered('number', '1.500', '1.000')).toBe('say: sim')
  expect(answered('text', '1.125', '2')).toBe('say: sim')
})

test('conditions compare numbers as numbers, and words without case and accents', () => {
  const result = (l: string, op: 'eq' | 'gt' | 'contains' | 'empty', r: string) =>
    talk(
      flowOf(
        { a: { t: 'if', name: '', mode: 'all', tests: [{ l, op, r }] }, b: end('sim'), c: end('não') },
        { start: 'a', 'a:true': 'b', 'a:false': 'c' },
      ),
    ).says('Olá, São Paulo')[0]
  expect(result('9', 'gt', '10')).toBe('say: não')
  expect(result('1.234,50', 'gt', '1000')).toBe('say: sim')
  expect(result('{{message}}', 'contains', 'sao paulo')).toBe('say: sim')
  expect(result('SÃO', 'eq', 'são')).toBe('say: sim')
  expect(result('{{nada}}', 'empty', '')).toBe('say: sim')
})

test('conditions compare by the kind of answer that a variable holds', () => {
  const cases = [
    ['cpf', '52998224725', 'eq', '529.982.247-25', true],
    ['cpf', '529.982.247-25', 'eq', '52998224725', true],
    ['cpf', '529.982.247-25', 'ne', '111.444.777-35', true],
    ['cpf', '529.982.247-25', 'starts', '5299', true],
    ['cpf', '529.982.247-25', 'starts', '529.98', true],
    ['cpf', '529.982.247-25', 'ends', '4725', true],
    ['cpfcnpj', '11.222.333/0001-81', 'eq', '11222333000181', true],
    ['cep', '20040-020', 'eq', '20040020', true],
    ['cep', '20040020', 'starts', '20040-0', true],
    ['phone', '(21) 98765-4321', 'eq', '+55 21 98765-4321', true],
    ['date', '12/03/1990', 'lt', '01/01/2000', true],
    ['date', '05/12/2026', 'gt', '30/11/2026', true],
    ['date', '05/12/2026', 'gt', '2026-11-30', true],
    ['date', '05/12/2026', 'eq', '5 de dezembro de 2026', true],
    ['date', 'amanhã', 'gt', 'hoje', true],
    ['date', '05/12/2026', 'ends', '2026', true],
    ['date', '05/12/2026', 'starts', '05/', true],
    ['time', '9h', 'lt', '14:00', true],
    ['time', '14h30', 'gte', '9:00', true],
    ['time', '18:00', 'lte', '8h', false],
    ['yesNo', 'isso, sim', 'eq', 'SIM', true],
    ['number', 'mil e quinhentos', 'gt', '999,90', true],
    ['number', '9', 'gt', '10', false],
    ['text', '05/12/2026', 'gt', '30/11/2026', true],
    ['text', '9', 'lt', '10', true],
    ['text', '12/10', 'eq', '12/10', true],
    ['text', 'R$ 1.500,00', 'gt', '1000', true],
    ['text', 'R$ 30', 'eq', '30', true],
    ['text', '30 reais', 'eq', '30,00', true],
    ['text', '100 reais', 'gt', '20', true],
    ['text', '10%', 'lt', '9', false],
    ['text', '100 mega', 'lt', '9', false],
    ['text', 'trinta', 'lt', '40', false],
    ['text', 'trinta', 'gt', '40', false],
    ['text', 'trinta', 'ne', '40', true],
    ['text', '14:30', 'gt', '9:00', true],
    ['text', '14:30', 'gt', '9', false],
    ['text', '05/03/26', 'eq', '05/03/2026', true],
    ['text', '05/12/2026', 'gt', '10', false],
    ['text', 'Não', 'eq', 'nao', true],
    ['text', '\u200bSim\u00a0 senhor', 'eq', 'sim senhor', true],
    ['text', 'ｓｉｍ', 'eq', 'sim', true],
    ['text', 'bairro São José', 'contains', 'SAO JOSE', true],
    ['text', 'azul, verde', 'contains', 'VERDE', true],
    ['text', 'azul', 'contains', '{{nada}}', false],
    ['text', 'azul', 'starts', '{{nada}}', false],
    ['text', 'azul', 'ends', '{{nada}}', false],
    ['text', 'azul', 'ne', '{{nada}}', true],
    ['text', '5', 'gt', '{{nada}}', false],
    ['text', '5', 'lt', '{{nada}}', false],
    ['text', '\u2060\u200b', 'empty', '', true],
    ['text', '0', 'empty', '', false],
    ['number', 'R$ 1.500,00', 'eq', '1.500', true],
    ['number', 'meia dúzia', 'eq', '6', true],
    ['yesNo', 'lógico', 'eq', 'sim', true],
    ['time', 'duas da tarde', 'eq', '14:00', true],
    ['date', 'daqui a 3 dias', 'gt', 'amanhã', true],
  ] as const
  for (const [as, typed, op, r, is] of cases)
    for (const isTurned of [false, true]) {
      const turned = { lt: 'gt', gt: 'lt', lte: 'gte', gte: 'lte', eq: 'eq', ne: 'ne' } as const
      if (isTurned && !(op in turned)) continue
      const test = isTurned ? { l: r, op: turned[op as keyof typeof turned], r: '{{x}}' } : { l: '{{x}}', op, r }
      const one = talk(
        flowOf(
          {
            a: ask('?', 'x', { as }),
            b: { t: 'if', name: '', mode: 'all', tests: [test] },
            c: end('sim'),
            d: end('não'),
          },
          { start: 'a', a: 'b', 'b:true': 'c', 'b:false': 'd' },
        ),
      )
      one.says('oi')
      expect([as, typed, test, one.says(typed)[0]]).toEqual([as, typed, test, is ? 'say: sim' : 'say: não'])
    }
})

test('a draw follows its seed and its shares', () => {
  const flow = flowOf(
    {
      a: {
        t: 'split',
        name: '',
        arms: [
          { k: 'a', w: 70 },
          { k: 'b', w: 30 },
        ],
      },
      b: end('a'),
      c: end('b'),
    },
    { start: 'a', 'a:a': 'b', 'a:b': 'c' },
  )
  const drawn = Array.from({ length: 1000 }, (_, seed) => talk(flow, { seed: seed * 7919 }).says('oi')[0])
  expect(drawn.filter((one) => one === 'say: a').length).toBeWithin(630, 770)
  expect(Array.from({ length: 1000 }, (_, seed) => talk(flow, { seed: seed * 7919 }).says('oi')[0])).toEqual(drawn)
})

test('a wait goes on at its time, not at a word', () => {
  const one = talk(
    flowOf(
      { a: say('já volto'), b: { t: 'delay', name: '', sec: 30 }, c: end('voltei') },
      { start: 'a', a: 'b', b: 'c' },
    ),
  )
  expect(one.says('oi')).toEqual(['say: já volto'])
  expect(one.says('e aí?')).toEqual([])
  expect(one.waits(30_000)[0]).toBe('say: voltei')
})

test('an empty variable leaves no gap in a text', () => {
  const one = talk(flowOf({ a: end('Bom dia, {{contact.firstName}}! Tudo bem?') }, { start: 'a' }), {
    values: { 'contact.firstName': '' },
  })
  expect(one.says('oi')[0]).toBe('say: Bom dia! Tudo bem?')
})

test('a circle ends after the limit of steps', () => {
  const one = talk(
    flowOf(
      { a: { t: 'set', name: '', values: [] }, b: { t: 'set', name: '', values: [] } },
      { start: 'a', a: 'b', b: 'a' },
    ),
  )
  expect(one.says('oi')).toEqual([{ do: 'stop', because: 'tooManySteps' }])
})

test('reminders without a word of the contact end', () => {
  const one = talk(flowOf({ a: ask('?', 'x', { timeoutMin: 1 }), b: end() }, { start: 'a', a: 'b', 'a:timeout': 'a' }))
  one.says('oi')
  let reminders = 0
  while (one.state() && reminders < 100) {
    one.waits(60_000)
    reminders++
  }
  expect(reminders).toBeLessThan(25)
})

test('a regular expression is taken as written, and too many of them end the flow', () => {
  const matches = (l: string, r: string, times = 1): FlowNode => ({
    t: 'if',
    name: '',
    mode: 'all',
    tests: Array.from({ length: times }, () => ({ l, op: 'matches', r })),
  })
  const edges = { start: 'a', a: 'i', 'a:fail': 'n', 'i:true': 'y', 'i:false': 'n' }
  const nodes = { a: ask('?', 'x'), y: end('sim'), n: end('não') }
  const one = talk(flowOf({ ...nodes, i: matches('{{x}}', '^(ped|pedido) ?\\d+$') }, edges))
  one.says('oi')
  expect(one.says('PEDIDO 4818')).toContain('say: sim')
  const other = talk(flowOf({ ...nodes, i: matches('{{x}}', '{{x}}') }, edges))
  other.says('oi')
  expect(other.says('.*')).toContain('say: não')
})

describe('the budget of a turn', () => {
  const costly: FlowNode = {
    t: 'if',
    name: '',
    mode: 'any',
    tests: Array.from({ length: 10 }, () => ({
      l: '{{message}}',
      op: 'matches' as const,
      r: '(.?){100}(.?){100}[~o]',
    })),
  }
  const texts = (one: ReturnType<typeof talk>, text = 'a'.repeat(500)) => one.says(text)

  test('ends conditions that compute too much by "false", with a warning', () => {
    const one = talk(flowOf({ a: costly, b: end('sim'), c: end('não') }, { start: 'a', 'a:true': 'b', 'a:false': 'c' }))
    expect(texts(one)).toEqual([{ do: 'warn' }, 'say: não', { do: 'stop', because: 'ended' }])
    expect(texts(one, 'oi')[0]).toBe('say: sim')
  })

  test('is one for all steps of the turn', () => {
    const flow = flowOf(
      { a: { ...costly, tests: costly.tests.slice(0, 1) }, h: http(), b: costly, c: end('fim') },
      { start: 'a', 'a:true': 'h', 'a:false': 'h', 'h:ok': 'b', 'h:error': 'b', 'b:true': 'c', 'b:false': 'c' },
    )
    const budget = createTurnBudget()
    const one = talk(flow, { budget })
    texts(one)
    const before = budget.matching.used.steps
    expect(before).toBeGreaterThan(100_000)
    one.happens({ kind: 'callFailed', id: 'h.3' })
    expect(budget.matching.used.steps).toBeGreaterThan(before)
    expect(budget.matching.used.steps).toBeLessThan(MOST_MATCHING + 2000)
  })

  test('ends a flow that fills in too much, and a call by "error"', () => {
    const fills = Array.from({ length: 10 }, (_, at) => ({ var: `v${at}`, value: '{{a}}'.repeat(800) }))
    const set: FlowNode = { t: 'set', name: '', values: fills }
    const nodes = {
      q: ask('?', 'a'),
      a: set,
      b: http({ url: `https://erp.example/${'{{a}}'.repeat(300)}` }),
      c: end('fim'),
    }
    const edges = { start: 'q', 'q:fail': 'c', 'b:ok': 'c', 'b:error': 'c' }
    const one = talk(flowOf(nodes, { ...edges, q: 'a', a: 'b' }))
    one.says('oi')
    expect(one.says('x'.repeat(500))).toEqual([{ do: 'stop', because: 'tooCostly' }])
    const other = talk(flowOf({ ...nodes, a: { ...set, values: fills.slice(0, 1) } }, { ...edges, q: 'a', a: 'b' }))
    other.says('oi')
    expect(other.says('x'.repeat(500))).toEqual([{ do: 'warn' }, 'say: fim', { do: 'stop', because: 'ended' }])
  })

  test('ends a flow that says more than eleven messages in a row', () => {
    const ten: FlowNode = { t: 'say', name: '', parts: Array.from({ length: 10 }, (_, at) => ({ text: `${at}` })) }
    const said = talk(flowOf({ a: ten, b: ten, c: end() }, { start: 'a', a: 'b', b: 'c' })).says('oi')
    expect(said).toHaveLength(12)
    expect(said.at(-1)).toEqual({ do: 'stop', because: 'tooManyMessages' })
  })
})
