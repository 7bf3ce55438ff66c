import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { check, warn } from '../../src/features/flows/check'
import { Flow, type FlowNode } from '../../src/features/flows/format/contract'
import { sampleFlow } from '../../src/features/flows/sample'
import { misspelledVariables } from '../../src/tickets/variables/contract'
import { ask, end, flowOf, http, known, menu, say, transfer } from './support'

const faultsOf = (nodes: Record<string, FlowNode>, edges: Record<string, string>) =>
  check(flowOf(nodes, edges), known).map(({ node, fault, detail }) => [node, fault, detail].filter(Boolean).join(' '))

const matching = (...patterns: string[]): FlowNode => ({
  t: 'if',
  name: '',
  mode: 'any',
  tests: patterns.map((r) => ({ l: '{{message}}', op: 'matches', r })),
})
const saying = (count: number): FlowNode => ({
  t: 'say',
  name: '',
  parts: Array.from({ length: count }, (_, at) => ({ text: `${at}` })),
})

describe('a flow cannot be published with', () => {
  test.each<[string, Record<string, FlowNode>, Record<string, string>, string[]]>([
    ['nothing behind the start', {}, {}, ['start looseExit']],
    ['a target that is gone', {}, { start: 'x' }, ['start unknownTarget']],
    ['a block nobody reaches', { a: end(), b: end() }, { start: 'a' }, ['b unreachable']],
    [
      'a question without an exit for wrong answers',
      { a: ask('?', 'x'), b: end() },
      { start: 'a', a: 'b' },
      ['a looseExit fail'],
    ],
    ['a menu without "else"', { a: menu('?', ['Sim']), b: end() }, { start: 'a', 'a:a': 'b' }, ['a looseExit else']],
    [
      'a circle without a question',
      { a: say('oi'), b: say('de novo') },
      { start: 'a', a: 'b', b: 'a' },
      ['a loop', 'b loop'],
    ],
    ['a queue that is gone', { a: transfer(9) }, { start: 'a' }, ['a unknownQueue']],
    [
      'a regular expression that is none',
      { a: { t: 'if', name: '', mode: 'all', tests: [{ l: '{{message}}', op: 'matches', r: '(a' }] }, b: end() },
      { start: 'a', 'a:true': 'b', 'a:false': 'b' },
      ['a badPattern'],
    ],
    [
      'an integration that is gone',
      { a: { t: 'goto', name: '', integrationId: 41 } },
      { start: 'a' },
      ['a unknownIntegration'],
    ],
    ['an integration not chosen yet', { a: { t: 'goto', name: '', integrationId: null } }, { start: 'a' }, ['a empty']],
    [
      'hours of a queue that is gone',
      { a: { t: 'hours', name: '', whose: 'queue', queueId: 9 }, b: end() },
      { start: 'a', 'a:open': 'b', 'a:closed': 'b' },
      ['a unknownQueue'],
    ],
    [
      'an AI whose answer is kept nowhere',
      {
        a: { t: 'ai', name: '', prompt: '', question: '{{message}}', readsTalk: false, var: '', example: '' },
        b: end(),
      },
      { start: 'a', 'a:ok': 'b', 'a:error': 'b' },
      ['a noVariable'],
    ],
    [
      'a regular expression that costs too much',
      { a: matching('(.?){100}(.?){100}~'), b: end() },
      { start: 'a', 'a:true': 'b', 'a:false': 'b' },
      ['a costlyPattern (.?){100}(.?){100}~'],
    ],
    [
      'regular expressions that together cost too much',
      { a: matching(...Array.from({ length: 10 }, (_, at) => `.{0,100}${at}`)), b: end() },
      { start: 'a', 'a:true': 'b', 'a:false': 'b' },
      ['a costlyRun'],
    ],
    [
      'a branch of twelve messages',
      { a: saying(6), b: http(), c: saying(5), d: ask('?', 'x'), e: end() },
      { start: 'a', a: 'b', 'b:ok': 'c', 'b:error': 'e', c: 'd', d: 'e', 'd:fail': 'e' },
      ['d tooManyMessages 12'],
    ],
    ['an empty message', { a: say(' '), b: end() }, { start: 'a', a: 'b' }, ['a empty']],
    ['a variable that nothing fills', { a: end('{{pedido}}') }, { start: 'a' }, ['a unknownVariable pedido']],
    ['a secret in a text', { a: end('{{secret.erp}}') }, { start: 'a' }, ['a unknownVariable secret.erp']],
    [
      'a menu with the same label twice',
      { a: menu('?', ['Sim', 'sim ']), b: end() },
      { start: 'a', 'a:a': 'b', 'a:b': 'b', 'a:else': 'b' },
      ['a sameLabel'],
    ],
    [
      'an address that the contact chooses',
      { a: http({ url: 'https://{{message}}/' }), b: end() },
      { start: 'a', 'a:ok': 'b', 'a:error': 'b' },
      ['a noAddress'],
    ],
  ])('%s', (_, nodes, edges, expected) => {
    expect(faultsOf(nodes, edges)).toEqual(expected)
  })
})

test('a block of ten messages may have a question after it, and more messages after the answer or a pause', () => {
  const nodes: Record<string, FlowNode> = {
    a: saying(10),
    b: ask('?', 'x'),
    c: saying(10),
    d: { t: 'delay', name: '', sec: 60 },
    e: saying(10),
    f: end('fim'),
  }
  expect(faultsOf(nodes, { start: 'a', a: 'b', b: 'c', 'b:fail': 'f', c: 'd', d: 'e', e: 'f' })).toEqual([])
})

test('a circle through a question is allowed, and secrets in headers', () => {
  const nodes = {
    a: ask('?', 'x'),
    b: http({ url: 'https://erp.example/{{x}}', headers: [{ name: 'Authorization', value: '{{secret.erp}}' }] }),
    c: transfer(1),
  }
  expect(faultsOf(nodes, { start: 'a', a: 'b', 'a:fail': 'c', 'b:ok': 'a', 'b:error': 'c' })).toEqual([])
})

test('the sample flow is one, and may be published', () => {
  const flow = sampleFlow({ sales: 1, service: 2, tag: 3 })
  expect(v.parse(Flow, flow)).toEqual(flow)
  expect(check(flow, known)).toEqual([])
  expect(check(sampleFlow({ sales: 1, service: null, tag: null }), known)).toEqual([])
})

describe('words and braces', () => {
  const condition = (l: string, r: string): FlowNode => ({
    t: 'if',
    name: '',
    mode: 'all',
    tests: [{ l, op: 'eq', r }],
  })
  const flow = (node: FlowNode) =>
    flowOf(
      { a: ask('?', 'cpf'), b: node, c: end() },
      { start: 'a', a: 'b', 'a:fail': 'c', 'b:true': 'c', 'b:false': 'c' },
    )

  test.each([
    ['cpf', '5', ['cpf']],
    ['{{message}}', 'CPF', ['cpf']],
    ['{{cpf}}', '5', []],
    ['cpfs', 'o cpf', []],
  ])('a bare word that is a variable warns, and may be published: %s, %s', (l, r, details) => {
    expect(warn(flow(condition(l, r))).map(({ detail }) => detail)).toEqual(details)
    expect(check(flow(condition(l, r)), known)).toEqual([])
  })

  test.each([
    ['{{cpf}', '{{cpf}'],
    ['{cpf}', '{cpf}'],
    ['{{meu cpf}}', '{{meu cpf}}'],
    ['{{ primeiro-nome }}', '{{ primeiro-nome }}'],
  ])('%s is named before it is published', (text, detail) => {
    expect(check(flow(condition(text, '5')), known)).toEqual([{ node: 'b', fault: 'misspelledVariable', detail }])
  })

  test('braces of JSON are none', () => {
    const body = '{"a": {"b": {{cpf}}, "c": {}}, "d": [{"cpf": "{{cpf}}"}]}'
    expect(misspelledVariables(body, ['cpf'])).toEqual([])
    expect(misspelledVariables('Oi {{fristName}}, {nome}, {name}', ['name'])).toEqual(['{{fristName}}', '{name}'])
  })
})
