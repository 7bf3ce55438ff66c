/** Linking a device by QR code, and the mutual signatures of phone and client. For typed codes see code.ts. */
import { createHmac } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import { type Account, type Link, pnOf } from '../account'
import { meetFault } from '../faults/faults'
import { type Connection, streamError } from '../wire/connection'
import { isSignedBy, prefixed, sign } from '../wire/keys'
import { type BinaryNode, bytesOf, child, node, numberFrom, SERVER, seconds } from '../wire/nodes'
import { logEvent, stanzaId, type World } from '../world'
import { requirePasskey } from './ceremony'

const REFS = 6
const RESTART_AFTER_MS = 30
const ANSWER_WITHIN_MS = 10_000

export type PairingFailure = 'unknown_qr' | 'wrong_code' | 'passkey_required'
/** The client's data, from its QR code or from the exchange of the pairing code. */
type Companion = { noiseKey: Buffer; identityKey: Buffer; advSecret: Buffer } & Pick<Link, 'name' | 'wantsAll'>

export function offerRefs(world: World, connection: Connection) {
  const refs = Array.from({ length: REFS }, () => `2@${world.random.bytes(24).toString('base64url')}`)
  for (const ref of refs) world.refs.set(ref, connection)
  const offer = refs.map((ref) => node('ref', {}, Buffer.from(ref)))
  const question = { from: SERVER, type: 'set', id: stanzaId(world), xmlns: 'md' }
  connection.send(node('iq', question, [node('pair-device', {}, offer)]))
}

/** Scans the QR code with the phone. Returns the new device's number. */
export async function scan(world: World, account: Account, qr: string): Promise<number | PairingFailure> {
  const [ref = '', noiseKey = '', identityKey = '', advSecret = ''] = (qr.split('#')[1] ?? qr).split(',')
  const connection = world.refs.get(ref)
  const [noise, identity, secret] = [noiseKey, identityKey, advSecret].map((text) => Buffer.from(text, 'base64'))
  if (!connection?.isOpen || !noise || !identity || !secret) return 'unknown_qr'
  if (!connection.noiseKey.equals(noise)) return 'unknown_qr'
  const presented = presentedBy(connection)
  return link(world, {
    account,
    connection,
    companion: { noiseKey: noise, identityKey: identity, advSecret: secret, ...presented },
  })
}

export async function link(
  world: World,
  { account, connection, companion }: Linking,
): Promise<number | PairingFailure> {
  const asked = connection.pairing
  if (!asked?.eIdent || !Buffer.from(asked.eIdent).equals(companion.identityKey)) return 'unknown_qr'
  const signedPreKey = {
    keyId: numberFrom(asked.eSkeyId ?? new Uint8Array(3)),
    publicKey: prefixed(asked.eSkeyVal ?? new Uint8Array(32)),
    signature: Buffer.from(asked.eSkeySig ?? []),
  }
  if (!isSignedBy(companion.identityKey, signedPreKey.publicKey, signedPreKey.signature)) return 'unknown_qr'

  if (account.habits.demandsPasskey || meetFault(world, 'passkey', account.phone)) {
    const complete = (advSecret: Buffer) =>
      approve(world, { account, connection, companion: { ...companion, advSecret }, signedPreKey })
    requirePasskey(world, connection, { account, shown: companion, complete })
    return 'passkey_required'
  }
  return approve(world, { account, connection, companion, signedPreKey })
}

/** The phone signs the device's identity, and the device counter-signs: from then on it is linked. */
async function approve(
  world: World,
  { account, connection, companion, signedPreKey }: Linking & Pick<Link, 'signedPreKey'>,
): Promise<number | PairingFailure> {
  const device = account.nextDevice++
  const { details, signed } = signDevice(world, account, { companion, device })
  const answer = await ask(world, connection, success(world, account, { device, signed, companion }))
  const countersigned = deviceSignatureOf(answer)
  const mine = account.device.identity.public
  const message = Buffer.concat([Buffer.of(6, 1), details, companion.identityKey, mine])
  if (!countersigned || !isSignedBy(companion.identityKey, message, countersigned)) return 'wrong_code'

  const now = world.now()
  account.links.set(device, {
    phone: account.phone,
    device,
    name: companion.name,
    wantsAll: companion.wantsAll,
    noiseKey: companion.noiseKey,
    identityKey: prefixed(companion.identityKey),
    registrationId: numberFrom(connection.pairing?.eRegid ?? new Uint8Array(4)),
    signedPreKey,
    preKeys: [],
    deviceIdentity: deviceIdentity(signed, countersigned),
    linkedAt: now,
    lastSeenAt: now,
    isGreeted: false,
    connection: null,
    pending: new Map(),
  })
  forgetRefs(world, connection)
  logEvent(world, 'system', account.phone, 'device:linked')
  // The client must reconnect with its new credentials.
  world.later(RESTART_AFTER_MS, () => connection.end(streamError(515)))
  return device
}

export function forgetRefs(world: World, connection: Connection) {
  for (const [ref, holder] of world.refs) if (holder === connection) world.refs.delete(ref)
  for (const [ref, holder] of world.codes) if (holder.connection === connection) world.codes.delete(ref)
}

type Linking = { account: Account; connection: Connection; companion: Companion }

function signDevice(world: World, account: Account, { companion, device }: { companion: Companion; device: number }) {
  const { E2EE } = proto.ADVEncryptionType
  const identity = { rawId: 1, timestamp: seconds(world.now()), keyIndex: device, accountType: E2EE, deviceType: E2EE }
  const details = Buffer.from(proto.ADVDeviceIdentity.encode(identity).finish())
  const accountKey = account.device.identity
  const message = Buffer.concat([Buffer.of(6, 0), details, companion.identityKey])
  const signed = {
    details,
    accountSignatureKey: accountKey.public,
    accountSignature: sign(accountKey.private, message),
  }
  return { details, signed }
}

function success(world: World, account: Account, { device, signed, companion }: Success): BinaryNode {
  const details = proto.ADVSignedDeviceIdentity.encode(signed).finish()
  const hmac = createHmac('sha256', companion.advSecret).update(details).digest()
  const wrapped = proto.ADVSignedDeviceIdentityHMAC.encode({ details, hmac }).finish()
  const question = { from: SERVER, type: 'set', id: stanzaId(world), xmlns: 'md', t: seconds(world.now()) }
  const jid = pnOf(account).replace('@', `:${device}@`)
  return node('iq', question, [
    node('pair-success', {}, [
      node('device-identity', {}, wrapped),
      node('biz', { name: account.name }),
      node('platform', { name: 'android' }),
      node('device', { jid, lid: `${account.lid}:${device}@lid` }),
    ]),
  ])
}

type Success = { device: number; signed: proto.IADVSignedDeviceIdentity; companion: Companion }

/** Undefined when the client refuses by disconnecting. */
function ask(world: World, connection: Connection, question: BinaryNode): Promise<BinaryNode | undefined> {
  const id = question.attrs.id ?? ''
  const answer = Promise.withResolvers<BinaryNode | undefined>()
  world.answers.set(id, answer.resolve)
  world.later(ANSWER_WITHIN_MS, () => answer.resolve(undefined))
  connection.send(question)
  return Promise.race([answer.promise, connection.whenClosed]).finally(() => world.answers.delete(id))
}

function deviceSignatureOf(answer: BinaryNode | undefined): Buffer | undefined {
  const identity = child(child(answer, 'pair-device-sign'), 'device-identity')
  if (!identity) return undefined
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(bytesOf(identity))
  return deviceSignature ? Buffer.from(deviceSignature) : undefined
}

const deviceIdentity = (signed: proto.IADVSignedDeviceIdentity, deviceSignature: Buffer): Link['deviceIdentity'] =>
  Buffer.from(proto.ADVSignedDeviceIdentity.encode({ ...signed, deviceSignature }).finish())

/** Platform that the device reports to the phone. */
export function presentedBy({ pairing }: Connection): Pick<Link, 'name' | 'wantsAll'> {
  const { os, requireFullSync } = proto.DeviceProps.decode(pairing?.deviceProps ?? new Uint8Array())
  return { name: os || 'WhatsApp Web', wantsAll: requireFullSync === true }
}
