/** Linking a device by the eight characters it shows, which are typed on the phone. */
import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto'
import type { Account } from '../account'
import type { Connection } from '../wire/connection'
import { agree, derive, keyPairFrom } from '../wire/keys'
import { addressOf, type BinaryNode, bytesOf, child, node, result, SERVER, seconds } from '../wire/nodes'
import { logEvent, stanzaId, type World } from '../world'
import { link, type PairingFailure, presentedBy } from './pairing'

const ITERATIONS = 131_072
const FINISH_WITHIN_MS = 10_000

type Step = { question: BinaryNode; pairing: BinaryNode }

/** The client announces that it shows a code for this number. */
export function helloByCode(world: World, connection: Connection, { question, pairing }: Step) {
  const part = (name: string) => bytesOf(child(pairing, name))
  const ref = world.random.bytes(32)
  const phone = addressOf(pairing.attrs.jid).user
  world.codes.set(ref.toString('base64'), {
    connection,
    phone,
    wrappedEphemeral: part('link_code_pairing_wrapped_companion_ephemeral_pub'),
    noiseKey: part('companion_server_auth_key_pub'),
  })
  const answer = node('link_code_companion_reg', { stage: 'companion_hello' }, [node('link_code_pairing_ref', {}, ref)])
  connection.send(result(question, [answer]))
  logEvent(world, 'system', phone, 'code:asked')
}

/** Types the code on the phone. Returns the new device's number. */
export async function enterCode(world: World, account: Account, code: string): Promise<number | PairingFailure> {
  const [ref, hello] = (await newestHello(world, account)) ?? []
  if (!ref || !hello) return 'wrong_code'
  const { connection, wrappedEphemeral, noiseKey } = hello
  const presented = presentedBy(connection)
  const spelled = code.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  const companionEphemeral = unwrapKey(spelled, wrappedEphemeral)
  const ephemeral = keyPairFrom(world.random.bytes(32))
  const shared = agree(ephemeral.private, companionEphemeral)

  const [salt, iv] = [world.random.bytes(32), world.random.bytes(16)]
  const wrapped = Buffer.concat([salt, iv, cipher(spelled, salt, iv).update(ephemeral.public)])
  const finished = finishOf(world, connection, ref)
  const attributes = { from: SERVER, type: 'link_code_companion_reg', id: stanzaId(world), t: seconds(world.now()) }
  connection.send(
    node('notification', attributes, [
      node('link_code_companion_reg', { stage: 'primary_hello' }, [
        node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrapped),
        node('primary_identity_pub', {}, account.device.identity.public),
        node('link_code_pairing_ref', {}, Buffer.from(ref, 'base64')),
      ]),
    ]),
  )
  const finish = await finished
  const identityKey = bytesOf(child(finish, 'companion_identity_public'))
  const advSecret = finish && secretOf(account, { shared, finish, identityKey })
  if (!advSecret) return 'wrong_code'
  return link(world, { account, connection, companion: { noiseKey, identityKey, advSecret, ...presented } })
}

/** A client may show its code before we have registered it; a program can type it faster than that. */
async function newestHello(world: World, account: Account) {
  for (let asked = 0; asked < HELLO_WITHIN_MS / ASK_EVERY_MS; asked++) {
    const waiting = [...world.codes].filter(([, { phone, connection }]) => phone === account.phone && connection.isOpen)
    if (waiting.length > 0) return waiting.at(-1)
    await new Promise<void>((again) => void world.later(ASK_EVERY_MS, again))
  }
  return undefined
}
const HELLO_WITHIN_MS = 1_000
const ASK_EVERY_MS = 20

export function finishByCode(world: World, connection: Connection, { question, pairing }: Step) {
  connection.send(result(question))
  const ref = bytesOf(child(pairing, 'link_code_pairing_ref')).toString('base64')
  world.answers.get(finishKey(ref))?.(pairing)
}

/** Undefined when the client disconnects: it was not the code it shows. */
function finishOf(world: World, connection: Connection, ref: string): Promise<BinaryNode | undefined> {
  const finish = Promise.withResolvers<BinaryNode | undefined>()
  world.answers.set(finishKey(ref), finish.resolve)
  world.later(FINISH_WITHIN_MS, () => finish.resolve(undefined))
  return Promise.race([finish.promise, connection.whenClosed]).finally(() => world.answers.delete(finishKey(ref)))
}

type Finish = { shared: Buffer; finish: BinaryNode; identityKey: Buffer }

/** Opens the client's bundle, from which both sides derive the secret that a QR code would contain. */
function secretOf(account: Account, { shared, finish, identityKey }: Finish): Buffer | undefined {
  const bundle = bytesOf(child(finish, 'link_code_pairing_wrapped_key_bundle'))
  const key = derive(shared, 32, {
    salt: bundle.subarray(0, 32),
    info: 'link_code_pairing_key_bundle_encryption_key',
  })
  const decipher = createDecipheriv('aes-256-gcm', key, bundle.subarray(32, 44)).setAuthTag(bundle.subarray(-16))
  try {
    const opened = Buffer.concat([decipher.update(bundle.subarray(44, -16)), decipher.final()])
    if (!opened.subarray(0, 32).equals(identityKey)) return undefined
    const secret = Buffer.concat([shared, agree(account.device.identity.private, identityKey), opened.subarray(64)])
    return derive(secret, 32, { info: 'adv_secret' })
  } catch {
    return undefined
  }
}

const finishKey = (ref: string) => `code:${ref}`

const keyOfCode = (code: string, salt: Buffer) => pbkdf2Sync(code, salt, ITERATIONS, 32, 'sha256')

const cipher = (code: string, salt: Buffer, iv: Buffer) => createCipheriv('aes-256-ctr', keyOfCode(code, salt), iv)

function unwrapKey(code: string, wrapped: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-ctr', keyOfCode(code, wrapped.subarray(0, 32)), wrapped.subarray(32, 48))
  return decipher.update(wrapped.subarray(48, 80))
}
