/** What nodes ask each other, over their inner listeners. */
import { describe, expect, test } from 'bun:test'
import { AppError, defineErrors } from '../../../src/errors'
import { InnerListener } from '../../../src/fleet/forwarding/inner-listener'
import { ownersSeenFrom } from '../../../src/fleet/forwarding/owners'
import { Peers } from '../../../src/fleet/forwarding/peers'
import { INTERNAL, PROTOCOLS } from '../../../src/fleet/forwarding/protocol'
import type { AskOptions } from '../../../src/fleet/nodes'
import { type Gate, NotAcknowledged, openGate } from '../../../src/platform/gate'
import { InternalDoor, UnknownQuestion } from '../../../src/server/fleet/internal'
import { newAuthority } from '../../support/fleet-certificates'
import { COMPANY } from '../../support/fleet-nodes'
import { until } from '../../support/until'
import { afterThisTest } from '../../survival/support/cleanups'

const own = defineErrors(
  { en: { ERR_OWN: 'x' }, es: { ERR_OWN: 'x' }, tr: { ERR_OWN: 'x' } },
  {
    ERR_OWN: { status: 409, text: 'x' },
  },
)

function newNodes() {
  const authority = newAuthority()
  const owners = new Map<string, string>()
  const addresses = new Map<string, string>()
  const nodes = new Map<string, InternalDoor>()
  const errors: object[] = []
  function open(node: string, port = 0, gate: Gate = openGate) {
    const certificate = authority.node(node)
    const peers = new Peers(certificate, Date.now, PROTOCOLS)
    const addressOf = (name: string) => {
      const url = addresses.get(name)
      return url === undefined ? undefined : { node: name, url }
    }
    const door = new InternalDoor({
      node,
      peers,
      ownerOf: ownersSeenFrom(node, {
        owns: (company) => owners.get(company) === node,
        ownerOf: (company) => addressOf(owners.get(company) ?? ''),
      }),
      addressOf,
      errors: Object.values(own),
      gate,
      log: { error: (logged: object) => void errors.push(logged) } as never,
    })
    const inner = new InnerListener({
      node,
      certificate,
      hostname: '127.0.0.1',
      port,
      options: {},
      handle: () => new Response('of a person'),
      owns: (company) => owners.get(company) === node,
      internal: door.take,
    })
    door.open()
    addresses.set(node, `https://127.0.0.1:${inner.port}`)
    nodes.set(node, door)
    const stop = async () => {
      peers.close()
      await inner.stop(true)
    }
    afterThisTest(stop)
    return { door, inner, stop, peers }
  }
  const change = (work: () => void) => {
    work()
    for (const door of nodes.values()) door.changed()
  }
  return { authority, open, owners, addresses, change, errors }
}

const codeOf = async (asked: Promise<unknown>) => {
  try {
    await asked
    return 'answered'
  } catch (error) {
    return error instanceof AppError ? error.code : `${error}`
  }
}

describe('a question to another node', () => {
  test('is answered with JSON, by name and by company, and at the node itself', async () => {
    const { open, owners } = newNodes()
    const [a, b] = [open('a'), open('b')]
    for (const { door } of [a, b]) door.answer('echo', (question, from) => ({ question, from }))
    owners.set(COMPANY, 'b')
    const question = { words: 'ação', list: [1, null] }
    expect(await a.door.ask({ node: 'b' }, 'echo', question)).toEqual({ question, from: 'a' })
    expect(await a.door.ask({ company: COMPANY }, 'echo', question)).toEqual({ question, from: 'a' })
    expect(await b.door.ask({ company: COMPANY }, 'echo', question)).toEqual({ question, from: 'b' })
    expect(await a.door.ask({ node: 'b' }, 'echo', undefined)).toEqual({ question: null, from: 'a' })
  })

  test('throws what the handler threw for people, and hides what else went wrong', async () => {
    const { open, errors } = newNodes()
    const [a, b] = [open('a'), open('b')]
    b.door.answer('own', () => {
      throw new AppError(own.ERR_OWN, { why: 1 })
    })
    b.door.answer('core', () => {
      throw new AppError('ERR_NO_COMPANY_FOUND')
    })
    b.door.answer('broken', () => {
      throw new Error('secret')
    })
    await expect(a.door.ask({ node: 'b' }, 'own', {})).rejects.toMatchObject({
      code: 'ERR_OWN',
      details: { why: 1 },
      status: 409,
    })
    expect(await codeOf(a.door.ask({ node: 'b' }, 'core', {}))).toBe('ERR_NO_COMPANY_FOUND')
    expect(await codeOf(a.door.ask({ node: 'b' }, 'broken', {}))).toBe('ERR_INTERNAL')
    expect(errors).toHaveLength(1)
    await expect(a.door.ask({ node: 'b' }, 'newer', {})).rejects.toThrow(UnknownQuestion)
  })

  test('waits for an owner and follows the company to it', async () => {
    const { open, owners, change } = newNodes()
    const [a, b, c] = [open('a'), open('b'), open('c')]
    b.door.answer('who', () => 'b')
    c.door.answer('who', () => 'c')
    const asked = a.door.ask({ company: COMPANY }, 'who', {})
    change(() => owners.set(COMPANY, 'c'))
    expect(await asked).toBe('c')
    change(() => owners.delete(COMPANY))
    expect(await codeOf(a.door.ask({ company: COMPANY }, 'who', {}, { within: 100 }))).toBe('ERR_COMPANY_MOVING')
    expect(await codeOf(a.door.ask({ node: 'z' }, 'who', {}, { within: 100 }))).toBe('ERR_NODE_UNREACHABLE')
  })

  test('is asked again of a node that is starting, and has an unknown outcome where it died', async () => {
    const { open } = newNodes()
    const a = open('a')
    const b = open('b')
    const { port } = b.inner
    let calls = 0
    b.door.answer('die', () => {
      calls++
      void b.inner.stop(true)
      return new Promise(() => {})
    })
    expect(await codeOf(a.door.ask({ node: 'b' }, 'die', {}))).toBe('ERR_OUTCOME_UNKNOWN')
    const again = a.door.ask({ node: 'b' }, 'die', {}, { isRepeatable: true })
    const fresh = open('b', port)
    fresh.door.answer('die', () => 'lives')
    expect(await again).toBe('lives')
    expect(calls).toBe(1)
  })

  test('that changes nothing leaves nobody in doubt when its time is over', async () => {
    const { open } = newNodes()
    const [a, b] = [open('a'), open('b')]
    b.door.answer('hang', () => new Promise(() => {}))
    const hanging = (options: AskOptions) => codeOf(a.door.ask({ node: 'b' }, 'hang', {}, { within: 100, ...options }))
    expect(await hanging({ isRepeatable: true })).toBe('ERR_OUTCOME_UNKNOWN')
    expect(await hanging({ changesNothing: true })).toBe('ERR_NODE_UNREACHABLE')
  })

  test('leaves a frozen owner when another has taken the company, if it may be repeated', async () => {
    const { open, owners, change } = newNodes()
    const [a, b, c] = [open('a'), open('b'), open('c')]
    owners.set(COMPANY, 'b')
    let isAsked = false
    b.door.answer('write', () => {
      isAsked = true
      return new Promise(() => {})
    })
    c.door.answer('write', () => 'c')
    const asked = a.door.ask({ company: COMPANY }, 'write', {}, { isRepeatable: true })
    await until(() => isAsked, 'b to be asked')
    change(() => owners.set(COMPANY, 'c'))
    expect(await asked).toBe('c')
  })

  test('ends with the asker, and its handler learns it', async () => {
    const { open } = newNodes()
    const [a, b] = [open('a'), open('b')]
    let [begun, ended] = [false, false]
    b.door.answer('slow', (_, __, signal) => {
      begun = true
      signal.addEventListener('abort', () => {
        ended = true
      })
      return new Promise(() => {})
    })
    const leaving = new AbortController()
    const asked = a.door.ask({ node: 'b' }, 'slow', {}, { signal: leaving.signal }).catch((error) => error.name)
    await until(() => begun, 'the question to arrive')
    leaving.abort()
    expect(await asked).toBe('AbortError')
    await until(() => ended, 'the handler to be told')
  })
})

describe('the answer to a question', () => {
  test('waits until what it shows is acknowledged, and is broken off if that is lost', async () => {
    const { open, owners } = newNodes()
    const waits: { company: string; release: () => void; lose: (why: Error) => void }[] = []
    const wait = (company: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waits.push({ company, release: resolve, lose: reject })
      return promise
    }
    const gate = { wait, waitForAll: () => wait('all') }
    const [a, b] = [open('a'), open('b', 0, gate)]
    b.door.answer('write', () => 'stored')
    b.door.answer('count', () => 7, 'nothing')
    owners.set(COMPANY, 'b')
    expect(await a.door.ask({ node: 'b' }, 'count', {})).toBe(7)
    const asked = a.door.ask({ company: COMPANY }, 'write', {})
    await until(() => waits.length === 2, 'the answer to wait')
    expect(waits.map(({ company }) => company).toSorted()).toEqual([COMPANY, 'control'].toSorted())
    expect(Bun.peek.status(asked)).toBe('pending')
    for (const one of waits.splice(0)) one.release()
    expect(await asked).toBe('stored')
    const lost = codeOf(a.door.ask({ node: 'b' }, 'write', {}))
    await until(() => waits.length === 1, 'the answer to wait')
    waits[0]?.lose(new NotAcknowledged())
    expect(await lost).toBe('ERR_OUTCOME_UNKNOWN')
  })
})

describe('the inner listener', () => {
  test('answers no question without a pass, none that is too long, and not too many of one node', async () => {
    const { open, authority } = newNodes()
    const [a, b] = [open('a'), open('b')]
    const release = Promise.withResolvers<void>()
    let waiting = 0
    b.door.answer('hold', async () => {
      waiting++
      await release.promise
      return 'done'
    })
    b.door.answer('length', (question) => `${question}`.length)
    const { cert, key, ca } = authority.node('a')
    const bare = await fetch(`https://127.0.0.1:${b.inner.port}/`, {
      method: 'POST',
      headers: { [INTERNAL]: 'length', 'balcao-fleet-protocol': PROTOCOLS[0] ?? '' },
      body: '"x"',
      tls: { cert, key, ca, serverName: 'b.node.balcao.internal' },
    } as never)
    expect(bare.status).toBe(403)
    const long = 'x'.repeat(9 * 1024 * 1024)
    expect(await codeOf(a.door.ask({ node: 'b' }, 'length', long))).toContain('too long')
    expect(await a.door.ask({ node: 'b' }, 'length', 'x'.repeat(1024 * 1024))).toBe(1024 * 1024)
    const held = Array.from({ length: 64 }, () => a.door.ask({ node: 'b' }, 'hold', {}))
    await until(() => waiting === 64, 'all to wait')
    expect(await codeOf(a.door.ask({ node: 'b' }, 'length', 'x', { within: 100 }))).toBe('ERR_NODE_UNREACHABLE')
    release.resolve()
    expect(new Set(await Promise.all(held))).toEqual(new Set(['done']))
  })
})
