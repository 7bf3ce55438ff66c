/** Services of modules start in the order of the modules and stop in reverse, while the databases are open. */
import { expect, test } from 'bun:test'
import { defineDomainEvent, on } from '../../src/platform/extensions'
import { defineService, type Module } from '../../src/platform/module'
import { world } from '../support/world'

type Bell = { ring(): void }

declare module '../../src/platform/module' {
  interface Services {
    readonly firstBell?: Bell
    readonly secondBell?: Bell
  }
}

const bellRang = defineDomainEvent<{ readonly times: number }>('bell.rang')

test('they are created in the order of the modules and stopped in reverse', async () => {
  const happened: string[] = []
  const bell = (name: 'firstBell' | 'secondBell', sees: string[]) =>
    defineService(name, {
      create(services) {
        happened.push(`${name} begins, ${sees.map((one) => `${one}: ${one in services}`).join(', ')}`)
        return { ring: () => void happened.push(`${name} rings`) }
      },
      subscribers: (service) => [on(bellRang, 'afterCommit', () => service()?.ring())],
      async stop() {
        await Bun.sleep(1)
        happened.push(`${name} ends`)
      },
    })
  const first: Module = { name: 'first', services: [bell('firstBell', ['auth', 'secondBell'])] }
  const second: Module = {
    name: 'second',
    services: [bell('secondBell', ['auth', 'firstBell'])],
    subscribers: [on(bellRang, 'afterCommit', () => void happened.push('a module hears'))],
  }
  const w = world({ modules: [first, second] })
  expect(happened.splice(0)).toEqual([
    'firstBell begins, auth: true, secondBell: false',
    'secondBell begins, auth: true, firstBell: true',
  ])
  w.cx.happened(bellRang({ times: 1 }))
  expect(happened.splice(0)).toEqual(['firstBell rings', 'secondBell rings', 'a module hears'])
  await w.close()
  expect(happened).toEqual(['secondBell ends', 'firstBell ends'])
})
