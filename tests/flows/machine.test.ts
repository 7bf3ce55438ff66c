import { describe, expect, test } from 'bun:test'
import type { FlowNode } from '../../src/features/flows/format/contract'
import { wakeAt } from '../../src/features/flows/machine'
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

  test('want a file where they ask for one', () => {
    const one = talk(
      flowOf({ a: ask('Envie a foto', 'foto', { as: 'file' }), b: end('{{foto}}') }, { start: 'a', a: 'b' }),
    )
    one.says('oi')
    expect(one.says('aqui')).toEqual(['say: Envie a foto'])
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
  const many = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`i${at}`, matches('{{x}}', 'a', 10)]))
  const chain = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [`i${at}:true`, at < 4 ? `i${at + 1}` : 'y'] as const),
  )
  const long = talk(flowOf({ ...nodes, ...many }, { start: 'a', a: 'i0', 'a:fail': 'n', ...chain }))
  long.says('oi')
  expect(long.says('a')).toEqual([{ do: 'stop', because: 'tooLong' }])
})
