/** Guessing passwords: too many failures lock out an e-mail address or a network, and nobody else. */
import { expect, spyOn, test } from 'bun:test'
import { privateNetworks } from '../../src/platform/networks'
import { MINUTE, SECOND } from '../../src/platform/time'
import { PASSWORD } from '../support/company-world'
import { quiet } from '../support/until'
import { world } from '../support/world'
import { postFrom, signIn } from './support'

test('ten failures lock out an e-mail address for fifteen minutes, even with the right password', async () => {
  const w = world()
  const [ana, bia] = [w.attendant(), w.attendant()]
  for (let n = 0; n < 10; n++) expect((await signIn(w, ana.email, 'errada')).status).toBe(401)
  const shut = await signIn(w, ana.email)
  expect(shut.status).toBe(429)
  expect(Number(shut.headers.get('retry-after'))).toBe(900)
  w.clock.forward(15 * MINUTE - SECOND)
  expect((await signIn(w, ana.email)).headers.get('retry-after')).toBe('1')
  w.clock.forward(SECOND)
  expect((await signIn(w, ana.email)).status).toBe(200)
  expect((await signIn(w, bia.email)).status).toBe(200)
})

test('ten failures lock out a network for every e-mail address, and no other network', async () => {
  const w = world({ trustProxy: privateNetworks })
  const server = w.listen()
  const ana = w.attendant()
  const from = (address: string, email: string, password: string) =>
    postFrom(server, `1.1.1.1, ${address}`, 'login', { email, password })
  for (let n = 0; n < 10; n++) await from('9.9.9.9', `alguem${n}@loja.example`, 'errada')
  expect((await from('9.9.9.9', ana.email, PASSWORD)).status).toBe(429)
  expect((await from('8.8.8.8', ana.email, PASSWORD)).status).toBe(200)
})

test('a new IPv6 address of the same network for each guess does not help', async () => {
  const w = world({ trustProxy: privateNetworks })
  const server = w.listen()
  const ana = w.attendant()
  const from = (address: string, email: string, password: string) =>
    postFrom(server, address, 'login', { email, password })
  for (let n = 0; n < 10; n++) await from(`2001:db8:1:2::${n}`, `alguem${n}@loja.example`, 'errada')
  expect((await from('2001:db8:1:2:aaaa:bbbb:cccc:dddd', ana.email, PASSWORD)).status).toBe(429)
  expect((await from('2001:db8:1:3::1', ana.email, PASSWORD)).status).toBe(200)
})

test('a client that bypasses the proxy cannot choose which network is locked out', async () => {
  const w = world({ trustProxy: ['203.0.113.5'] })
  const server = w.listen()
  const ana = w.attendant()
  const statuses: number[] = []
  for (let n = 0; n < 12; n++)
    statuses.push(
      (await postFrom(server, `9.9.9.${n}`, 'login', { email: `alguem${n}@loja.example`, password: 'errada' })).status,
    )
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  expect((await postFrom(server, '8.8.8.8', 'login', { email: ana.email, password: PASSWORD })).status).toBe(429)
})

test('simultaneous guesses get no more attempts than sequential ones', async () => {
  const w = world()
  const ana = w.attendant()
  const guesses = Array.from({ length: 40 }, (_, n) => signIn(w, ana.email, n === 39 ? PASSWORD : `errada${n}`))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toEqual([])
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
})

test('signing in to one’s own account does not reset the network’s failures', async () => {
  const w = world({ trustProxy: privateNetworks })
  const server = w.listen()
  const mine = w.attendant()
  const victims = Array.from({ length: 20 }, () => w.attendant().email)
  const from = (email: string, password: string) => postFrom(server, '203.0.113.1', 'login', { email, password })
  const statuses: number[] = []
  for (const [n, email] of victims.entries()) {
    statuses.push((await from(email, 'Guess123')).status)
    if (n % 9 === 8) await from(mine.email, PASSWORD)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('many attempts from one network do not delay another one, and few of them are hashed', async () => {
  const w = world({ trustProxy: privateNetworks })
  const server = w.listen()
  const ana = w.attendant()
  const from = (address: string, email: string, password: string) =>
    postFrom(server, address, 'login', { email, password })
  using verify = spyOn(Bun.password, 'verify')
  const ended: string[] = []
  const crowd = Array.from({ length: 200 }, async (_, n) => {
    const { status } = await from('203.0.113.1', `x${n}@nowhere.example`, 'errada')
    ended.push(`crowd ${status}`)
    return status
  })
  await quiet()
  expect((await from('198.51.100.7', ana.email, PASSWORD)).status).toBe(200)
  ended.push('ana')
  const statuses = await Promise.all(crowd)
  expect(ended.indexOf('ana')).toBeLessThan(10)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(verify.mock.calls.length).toBeLessThan(20)
})
