/** Gets one certificate from an authority, or goes on where a killed process has stopped. */

import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { Acme, AcmeFault, type Authorization, type ExternalAccount, type Order } from '../../platform/acme/client'
import { certificateRequest, challengeCertificate, newKey, pemOfKey } from '../../platform/acme/x509'
import type { Wait } from '../../platform/gate'
import type { Clock } from '../../platform/time'
import { MINUTE } from '../../platform/time'
import type { Address } from './address'
import { CertificateBlock } from './causes'
import type { Listening } from './listening'
import { readPair, type ServerCertificate, type StoredOrder, type TlsStore } from './store'

/** How long an authority may take for each step. */
const LONGEST_STEP = 10 * MINUTE
/** The profile under which authorities certify addresses. */
const SHORT_LIVED = 'shortlived'

export type ChallengeType = 'http-01' | 'tls-alpn-01'

export type OrderDeps = {
  readonly store: TlsStore
  readonly clock: Clock
  readonly listening: Pick<Listening, 'answerAlpn'>
  readonly userAgent: string
  readonly acknowledged: Wait
  readonly external: ExternalAccount | undefined
  readonly signal: AbortSignal
  wait(ms: number): Promise<void>
  /** Answers of HTTP-01 challenges by token. */
  readonly answers: Map<string, string>
  /** The kinds of challenges that can be answered now, the preferred one first. */
  readonly challenges: readonly ChallengeType[]
  /** The certificate that is renewed, as the authority names it. */
  readonly replaces: string | undefined
  chosen(type: ChallengeType): void
  /** The client in use, whose `skew` tells of the clock. */
  opened(acme: Acme): void
}

type AcmeAddress = Extract<Address, { name: string; directory: string }>

/** Throws `AcmeFault` or `CertificateBlock`. The certificate is stored when it returns. */
export async function obtain(address: AcmeAddress, deps: OrderDeps): Promise<ServerCertificate> {
  const account = deps.store.account(address.directory)
  const acme = new Acme({
    directory: address.directory,
    key: account.key,
    account: account.url ?? undefined,
    userAgent: deps.userAgent,
    clock: deps.clock,
    signal: deps.signal,
    wait: deps.wait,
    acknowledged: deps.acknowledged,
  })
  deps.opened(acme)
  const register = async () =>
    deps.store.saveAccount(address.directory, account.key, await acme.register(address.email, deps.external))
  if (account.url === null) await register()
  try {
    return await orderWith(acme, address, deps)
  } catch (error) {
    // The authority has forgotten the account, as a staging server does when it is set up anew.
    if (!(error instanceof AcmeFault) || error.type !== 'accountDoesNotExist') throw error
    deps.store.forgetOrder()
    acme.forgetAccount()
    await register()
    return await orderWith(acme, address, deps)
  }
}

async function orderWith(acme: Acme, address: AcmeAddress, deps: OrderDeps): Promise<ServerCertificate> {
  const { order, stored } = (await resume(acme, address, deps)) ?? (await begin(acme, address, deps))
  try {
    return await complete(acme, order, stored, deps)
  } catch (error) {
    if (isFinal(error)) deps.store.forgetOrder()
    throw error
  }
}

/** After anything else the order stays good, and the next attempt goes on with it. */
const isFinal = (error: unknown): boolean =>
  !(error instanceof CertificateBlock) &&
  !(
    error instanceof AcmeFault &&
    ['unreachable', 'serverInternal', 'timeout', 'badNonce', 'rateLimited'].includes(error.type)
  )

async function begin(acme: Acme, { name, directory }: AcmeAddress, deps: OrderDeps) {
  const order = await acme.order(name, isIP(name) ? SHORT_LIVED : undefined, deps.replaces)
  const stored: StoredOrder = { directory, name, url: order.url, key: pemOfKey(newKey()) }
  deps.store.saveOrder(stored)
  return { order, stored }
}

/** The order of a process that was killed; undefined if there is none that can still lead to a certificate. */
async function resume(acme: Acme, { name, directory }: AcmeAddress, deps: OrderDeps) {
  const stored = deps.store.order()
  if (!stored) return undefined
  if (stored.name === name && stored.directory === directory)
    try {
      const order = await acme.readOrder(stored.url)
      if (order.status !== 'invalid') return { order, stored }
    } catch (error) {
      if (!(error instanceof AcmeFault) || !['malformed', 'unauthorized', 'orderNotReady'].includes(error.type))
        throw error
    }
  deps.store.forgetOrder()
  return undefined
}

async function complete(acme: Acme, found: Order, stored: StoredOrder, deps: OrderDeps): Promise<ServerCertificate> {
  const read = () => acme.readOrder(found.url)
  let order = found
  if (order.status === 'pending') {
    for (const url of order.authorizations) await authorize(acme, url, deps)
    order = await acme.settle(read, ['pending'], LONGEST_STEP)
  }
  const key = createPrivateKey(stored.key)
  if (order.status === 'ready') order = await acme.finalize(order, certificateRequest(key, stored.name))
  if (order.status === 'processing' || order.status === 'ready')
    order = await acme.settle(read, ['processing', 'ready'], LONGEST_STEP)
  if (order.status !== 'valid' || order.certificate === undefined)
    throw order.fault ?? new AcmeFault('malformed', `the order ended as ${order.status}`)
  const served = readPair({ key: stored.key, cert: await acme.download(order.certificate) })
  if (!served) throw new AcmeFault('malformed', 'the authority sent a certificate for another key')
  deps.store.saveCertificate(served)
  deps.store.forgetOrder()
  return served
}

async function authorize(acme: Acme, url: string, deps: OrderDeps): Promise<void> {
  const authorization = await acme.authorization(url)
  if (authorization.status === 'valid') return
  if (authorization.status !== 'pending') throw failureOf(authorization)
  const challenge = deps.challenges.flatMap(
    (type) => authorization.challenges.find((one) => one.type === type) ?? [],
  )[0]
  if (!challenge) throw new CertificateBlock('port80Taken', deps.challenges.join(', '))
  const type = challenge.type as ChallengeType // one of ours
  deps.chosen(type)
  const answer = acme.keyAuthorization(challenge.token)
  const read = () => acme.authorization(url)
  const validate = async () => {
    if (challenge.status === 'pending') await acme.respond(challenge)
    const settled = await acme.settle(read, ['pending', 'processing'], LONGEST_STEP)
    if (settled.status !== 'valid') throw failureOf(settled)
  }
  if (type === 'http-01') {
    deps.answers.set(challenge.token, answer)
    try {
      return await validate()
    } finally {
      deps.answers.delete(challenge.token)
    }
  }
  const done = await deps.listening.answerAlpn(challengeCertificate(authorization.name, answer, deps.clock()))
  try {
    await validate()
  } finally {
    await done()
  }
}

const failureOf = ({ status, fault }: Authorization): AcmeFault =>
  fault ?? new AcmeFault('malformed', `the authorization is ${status}`)
