/** Addresses with values of contacts: a value fills its place, and changes no other part. */
import { expect, test } from 'bun:test'
import { fillUrl } from '../../src/features/flows/fill'
import { createBudget } from '../../src/platform/budget'
import { createRandom } from '../support/random'

const API = 'https://api.example/v1/orders/{{pedido}}/status?key=fixed'
const fillIn = (value: string, template = API) =>
  fillUrl(template, { lookup: (name) => (name === 'pedido' ? value : undefined), budget: createBudget() })

test.each([
  ['4471', 'https://api.example/v1/orders/4471/status?key=fixed'],
  ['a/b', 'https://api.example/v1/orders/a%2Fb/status?key=fixed'],
  ['?x=1#y', 'https://api.example/v1/orders/%3Fx%3D1%23y/status?key=fixed'],
  ['..a', 'https://api.example/v1/orders/..a/status?key=fixed'],
  ['1.5', 'https://api.example/v1/orders/1.5/status?key=fixed'],
  ['...', 'https://api.example/v1/orders/.../status?key=fixed'],
  ['@evil.example', 'https://api.example/v1/orders/%40evil.example/status?key=fixed'],
])('%j fills its place', (value, url) => {
  expect(fillIn(value)).toBe(url)
})

test.each([
  ['..'],
  ['.'],
  [''],
  [' .. '],
  ['%2e%2e'],
  ['%252E%252e'],
  ['.%2e'],
  ['../admin'],
  ['a/../../x'],
  ['..\\x'],
  ['a%5c..%5cb'],
  ['..;x'],
  ['..\u0000'],
  ['\u2025'],
  ['\uFF0E\uFF0E'],
])('%j would leave its place', (value) => {
  expect(fillIn(value)).toBeUndefined()
})

test('a value is judged with its neighbours, and only in the path', () => {
  expect(fillIn('.', 'https://api.example/a/.{{pedido}}/b')).toBeUndefined()
  expect(fillIn('.', 'https://api.example/a/{{pedido}}{{pedido}}')).toBeUndefined()
  expect(fillIn('.', 'https://api.example/a/v{{pedido}}/b')).toBe('https://api.example/a/v./b')
  expect(fillIn('..', 'https://api.example/a?b={{pedido}}')).toBe('https://api.example/a?b=..')
  expect(fillIn('', 'https://api.example/a?b={{pedido}}')).toBe('https://api.example/a?b=')
  expect(fillIn('x', 'https://api.example/a/../{{pedido}}/')).toBe('https://api.example/a/../x/')
  expect(fillIn('oi')).toBeDefined()
})

test('an address that no server takes is not called', () => {
  expect(fillIn('x'.repeat(9000))).toBeString()
  expect(fillIn('%'.repeat(9000))).toBeUndefined()
})

test('no value changes host, depth, query or fragment', () => {
  const random = createRandom(5)
  const signs = [...'./\\%25eE;?#@: a\u2025\uFF0E\t', '%2e', '%2f', '%5c', '..']
  const templates = [
    API,
    'https://a.example/{{pedido}}',
    'https://a.example/x/{{pedido}}.json#top',
    'https://a.example/.{{pedido}}/y',
  ]
  for (let n = 0; n < 20_000; n++) {
    const template = random.pick(templates)
    const value = Array.from({ length: random.below(7) }, () => random.pick(signs)).join('')
    const filled = fillIn(value, template)
    if (filled === undefined) continue
    const [usual, sent] = [new URL(template.replace('{{pedido}}', 'x')), new URL(filled)]
    const partsOf = ({ origin, pathname, search, hash, username }: URL) => [
      origin,
      pathname.split('/').length,
      search,
      hash,
      username,
    ]
    expect(partsOf(sent)).toEqual(partsOf(usual))
    const places = usual.pathname.split('/')
    expect(
      sent.pathname.split('/').filter((segment, at) => !places[at]?.includes('x') && segment !== places[at]),
    ).toEqual([])
  }
})
