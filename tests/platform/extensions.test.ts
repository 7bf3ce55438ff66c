/** Domain events reach subscribers in the transaction or after the commit. */
import { describe, expect, test } from 'bun:test'
import { defineDomainEvent, on } from '../../src/platform/extensions'
import { isEnabled, writeSetting } from '../../src/settings/settings'
import { world } from '../support/world'

const sold = defineDomainEvent<{ readonly what: string }>('test.sold')
const announced = defineDomainEvent<{ readonly what: string }>('test.announced')

/** A company that records each subscriber call and whether it was in a transaction. */
function shop(...fails: readonly ('first' | 'second' | 'later')[]) {
  const calls: string[] = []
  const broken = (who: (typeof fails)[number]) => {
    if (fails.includes(who)) throw new Error(`${who} fails`)
  }
  const note = (who: string, isInside: boolean, what: string) => {
    calls.push(`${who} ${isInside ? 'inside' : 'after'} ${what}`)
  }
  const w = world({
    modules: [
      {
        name: 'test',
        subscribers: [
          on(sold, 'afterCommit', ({ db }, { what }) => {
            note('later', db.$client.inTransaction, what)
            broken('later')
          }),
          on(sold, 'inTransaction', (cx, { what }) => {
            note('first', cx.db.$client.inTransaction, what)
            writeSetting(cx.db, 'sendSignMessage', 'enabled')
            broken('first')
            cx.happened(announced({ what: `${what} announced` }))
          }),
          on(sold, 'inTransaction', ({ db }, { what }) => {
            note('second', db.$client.inTransaction, what)
            broken('second')
          }),
          on(announced, 'afterCommit', ({ db }, { what }) => note('listener', db.$client.inTransaction, what)),
          on(sold, 'afterCommit', ({ db }, { what }) => note('last', db.$client.inTransaction, what)),
        ],
      },
    ],
  })
  const sell = () =>
    w.cx.transaction((cx) => {
      cx.transaction((cx) => cx.happened(sold({ what: 'sofa' })))
      calls.push('sold')
    })
  return { w, cx: w.cx, calls, sell }
}

const INSIDE = ['first inside sofa', 'second inside sofa']
const AFTER = ['listener after sofa announced', 'later after sofa', 'last after sofa']

test('each subscriber is called once, in list order: in the transaction, or after the outermost commit', () => {
  const { calls, sell, cx } = shop()
  sell()
  expect(calls).toEqual([...INSIDE, 'sold', ...AFTER])
  expect(isEnabled(cx.db, 'sendSignMessage')).toBe(true)
})

test('outside a transaction one is opened for subscribers that need it', () => {
  const { calls, cx } = shop()
  cx.happened(sold({ what: 'sofa' }))
  expect(calls).toEqual([...INSIDE, ...AFTER])
  cx.happened(announced({ what: 'nothing' }))
  expect(calls.at(-1)).toBe('listener after nothing')
})

test('afterCommit subscribers are not called after a rollback', () => {
  const { calls, cx } = shop()
  const sellInVain = () =>
    cx.transaction((cx) => {
      cx.happened(sold({ what: 'sofa' }))
      throw new Error('no sofa left')
    })
  expect(sellInVain).toThrow('no sofa left')
  expect(calls).toEqual(INSIDE)
  expect(isEnabled(cx.db, 'sendSignMessage')).toBe(false)
})

describe('a subscriber that fails', () => {
  test('in the transaction rolls everything back', () => {
    const { calls, sell, cx, w } = shop('second')
    expect(sell).toThrow('second fails')
    expect(calls).toEqual(INSIDE)
    expect(isEnabled(cx.db, 'sendSignMessage')).toBe(false)
    expect(w.logged).toEqual([])
  })

  test('after the commit is logged, and the others are still called', () => {
    const { calls, sell, w } = shop('later')
    w.expectErrors()
    sell()
    expect(calls).toEqual([...INSIDE, 'sold', ...AFTER])
    expect(w.logged).toMatchObject([{ event: 'test.sold', err: { message: 'later fails' } }])
  })

  test('asynchronously is logged as well', async () => {
    const fail = async () => {
      throw new Error('much later')
    }
    const w = world({ modules: [{ name: 'test', subscribers: [on(sold, 'afterCommit', fail)] }] })
    w.expectErrors()
    w.cx.happened(sold({ what: 'sofa' }))
    await new Promise(setImmediate)
    expect(w.logged).toMatchObject([{ event: 'test.sold', err: { message: 'much later' } }])
  })
})

test('an asynchronous inTransaction subscriber is refused', () => {
  const w = world({ modules: [{ name: 'test', subscribers: [on(sold, 'inTransaction', async () => {})] }] })
  expect(() => w.cx.happened(sold({ what: 'sofa' }))).toThrow('test.sold in the transaction is asynchronous')
})

test('two events with the same name are distinct', () => {
  const { calls, cx } = shop()
  cx.happened(defineDomainEvent<{ readonly what: string }>('test.sold')({ what: 'another shop’s' }))
  expect(calls).toEqual([])
})
