/** What can be checked on this machine of the way in: the name, the ports, the clock. */

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { hostInUrl } from '../../platform/address'
import { noWait } from '../../platform/gate'
import { privateNetworks, within } from '../../platform/networks'
import { fetchOutside } from '../../platform/outside'
import { type Clock, SECOND } from '../../platform/time'
import type { Address } from './address'
import { CLOCK_TOLERANCE } from './causes'
import type { Check } from './contract'
import type { Listening, PortState } from './listening'
import type { ServerCertificate } from './store'

export const CHALLENGES = '/.well-known/acme-challenge/'
const ANSWER_WITHIN = 5 * SECOND

export type AddressChecks = { readonly at: number; readonly checks: readonly Check[] }

type Probe = (token: string, answer: string) => () => void

type CheckDeps = {
  readonly listening: Listening | undefined
  readonly served: ServerCertificate | undefined
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly probe: Probe
  readonly skew: number | undefined
}

export async function checkAddress(address: Address, deps: CheckDeps): Promise<AddressChecks> {
  const { listening, clock, skew } = deps
  const checks: Check[] = []
  if (address.kind === 'files') checks.push(checkFiles(deps.served, clock()))
  if (address.kind === 'domain' || address.kind === 'ip') checks.push(await checkName(address.name, deps))
  if (listening && address.kind !== 'proxy')
    checks.push(checkPort('port80', listening.http()), checkPort('port443', listening.https()))
  if (skew !== undefined && address.kind !== 'proxy') checks.push(checkClock(skew))
  return { at: clock(), checks }
}

const check = (name: Check['name'], state: Check['state'], found: string, detail = ''): Check => ({
  name,
  state,
  found,
  detail,
})

function checkFiles(served: ServerCertificate | undefined, now: number): Check {
  if (!served) return check('files', 'bad', 'unreadable')
  return served.to <= now ? check('files', 'bad', 'expired') : check('files', 'good', 'valid', served.names.join(', '))
}

function checkPort(name: 'port80' | 'port443', state: PortState): Check {
  if (state.is === 'open') return check(name, 'good', 'open')
  // Before the first certificate nothing is served on the port for TLS: closed.
  return 'detail' in state ? check(name, 'bad', state.is, state.detail) : check(name, 'unknown', 'closed')
}

function checkClock(skew: number): Check {
  const seconds = String(Math.round(Math.abs(skew) / 100) / 10)
  return Math.abs(skew) > CLOCK_TOLERANCE
    ? check('clock', 'bad', 'wrong', seconds)
    : check('clock', 'good', 'right', seconds)
}

/** Whether the name leads to this process, by a request to it. Not every network lets a machine reach itself from outside. */
async function checkName(name: string, { listening, signal, probe }: CheckDeps): Promise<Check> {
  const addresses = isIP(name) ? [name] : await resolve(name)
  const detail = addresses.join(', ')
  if (addresses.length === 0) return check('name', 'bad', 'unknownName', name)
  if (isIP(name) && isPrivate(name)) return check('name', 'bad', 'private', detail)
  if (addresses.every(isPrivate)) return check('name', 'warn', 'private', detail)
  const reached = await reach(name, listening?.ports.http ?? 80, probe, signal)
  if (reached.is === 'us') return check('name', 'good', reached.server === 'cloudflare' ? 'cloudflare' : 'here', detail)
  if (reached.is === 'other' && reached.server === 'cloudflare') return check('name', 'warn', 'cloudflare', detail)
  const own = Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? [])
  if (addresses.some((one) => own.includes(one)))
    return reached.is === 'other'
      ? check('name', 'warn', 'otherProgram', reached.server)
      : check('name', 'good', 'here', detail)
  if (reached.is === 'other') return check('name', 'bad', 'otherServer', detail)
  return check('name', 'unknown', 'unreached', detail)
}

const isPrivate = within(privateNetworks)

async function resolve(name: string): Promise<string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}

/** Shows nothing but a random word. */
const ask = (url: string, request: BunFetchRequestInit): Promise<Response> =>
  fetchOutside(url, { ...request, redirect: 'manual' }, noWait)

type ProbeResult = { readonly is: 'us' | 'other' | 'nobody'; readonly server: string }

async function reach(name: string, port: number, probe: Probe, signal: AbortSignal, at = name): Promise<ProbeResult> {
  const [token, answer] = [`check-${crypto.randomUUID()}`, crypto.randomUUID()]
  const done = probe(token, answer)
  try {
    const response = await ask(`http://${hostInUrl(at)}:${port}${CHALLENGES}${token}`, {
      headers: { host: hostInUrl(name) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN)]),
    })
    const body = await response.text()
    const server = response.headers.has('cf-ray') ? 'cloudflare' : (response.headers.get('server') ?? '').slice(0, 60)
    return { is: body === answer ? 'us' : 'other', server }
  } catch {
    return { is: 'nobody', server: '' }
  } finally {
    done()
  }
}

/** Whether the program that has port 80 passes challenges on to this process. */
export async function proxyServesChallenges(name: string, port: number, probe: Probe): Promise<boolean> {
  const { is } = await reach(name, port, probe, AbortSignal.timeout(ANSWER_WITHIN), '127.0.0.1')
  return is === 'us'
}

/** What a program on this machine's port calls itself; empty if it does not say. */
export async function nameOnPort(port: number): Promise<string> {
  try {
    const response = await ask(`http://127.0.0.1:${port}/`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    })
    return (response.headers.get('server') ?? '').split('/')[0]?.slice(0, 40) ?? ''
  } catch {
    return ''
  }
}
