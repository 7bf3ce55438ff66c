/** The server's and the phone's side of linking with a passkey. */
import { createDecipheriv, createHmac } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import type { Account } from '../account'
import { findFault, meetFault } from '../faults/faults'
import type { Connection } from '../wire/connection'
import { agree, derive, type KeyPair, keyPairFrom, sha256 } from '../wire/keys'
import { type BinaryNode, bytesOf, child, node, refusal, result, SERVER, seconds, textOf } from '../wire/nodes'
import { letRun, logEvent, stanzaId, type World } from '../world'
import { faultOf, RP_ID } from './passkey'

/** The client's data from its scanned code. */
type PairingKeys = { noiseKey: Buffer; identityKey: Buffer; advSecret: Buffer }

export type Ceremony = {
  account: Account
  shown: PairingKeys
  challenge: string
  since: number
  ref: string
  prologue: { identity: Buffer; publicKey: Buffer; commitment: Buffer; isProven: boolean } | null
  keys: KeyPair
  nonce: Buffer
  /** Known once the client has opened its commitment. */
  code: string | null
  isOver: boolean
  /** Links the device with the secret of the pairing request. */
  complete(advSecret: Buffer): Promise<unknown>
}

const PROVEN_FOR_MS = 5 * 60_000
const LETTERS = '123456789ABCDEFGHJKLMNPQRSTVWXYZ'
/** The steps at which the connection can be cut, in order: the value of the fault `passkeyCut`. */
const CUTS = ['demand', 'options', 'ref', 'prologue', 'continuation', 'nonce', 'request'] as const

type Beginning = Pick<Ceremony, 'account' | 'shown' | 'complete'>

export function requirePasskey(world: World, connection: Connection, { account, shown, complete }: Beginning) {
  const ceremony: Ceremony = {
    account,
    shown,
    complete,
    challenge: world.random.bytes(32).toString('base64url'),
    since: world.now(),
    ref: '',
    prologue: null,
    keys: keyPairFrom(world.random.bytes(32)),
    nonce: world.random.bytes(32),
    code: null,
    isOver: false,
  }
  world.ceremonies.set(connection, ceremony)
  void connection.whenClosed.then(() => {
    if (world.ceremonies.get(connection) === ceremony) world.ceremonies.delete(connection)
    world.changed()
  })
  logEvent(world, 'system', account.phone, 'passkey:demanded')
  const content = meetFault(world, 'passkeyNoOptions', account.phone) ? undefined : [optionsNode(ceremony)]
  announce(world, connection, { ceremony, type: 'passkey_prologue_request', content })
  cutAt(world, connection, { ceremony, place: 'demand' })
}

/** The phone's current ceremony, for its screen. */
export const ceremonyOf = (world: World, account: Account): Ceremony | undefined =>
  [...world.ceremonies.values()].findLast((one) => one.account === account && !one.isOver)

/** Handles a ceremony query of an unlinked client. Returns false for other queries. */
export function answerInCeremony(world: World, connection: Connection, question: BinaryNode): boolean {
  const ceremony = world.ceremonies.get(connection)
  const [asked] = Array.isArray(question.content) ? question.content : []
  const answer = ceremony && asked && ANSWERS[asked.tag]
  if (!answer) return false
  const { phone } = ceremony.account
  const place = PLACES[asked.tag]
  if (place && cutAt(world, connection, { ceremony, place })) return true
  const fault = answer({ world, connection, ceremony, question, asked })
  if (fault === undefined) return true
  logEvent(world, 'system', phone, `passkey:refused:${fault}`)
  connection.send(refusal(question, 400, fault))
  return true
}

type Question = { world: World; connection: Connection; ceremony: Ceremony; question: BinaryNode; asked: BinaryNode }

/** Handlers by query; a returned text says what is wrong. */
const ANSWERS: Record<string, (asked: Question) => string | undefined> = {
  passkey_request_options({ world, connection, ceremony, question }) {
    const isMissing = findFault(world, 'passkeyNoOptions', ceremony.account.phone)
    connection.send(result(question, isMissing ? undefined : [optionsNode(ceremony)]))
    return undefined
  },
  ref({ world, connection, ceremony, question }) {
    ceremony.ref = `3@${world.random.bytes(18).toString('base64url')}`
    connection.send(result(question, [node('ref', {}, Buffer.from(ceremony.ref))]))
    return undefined
  },
  passkey_prologue: takePrologue,
  companion_nonce: takeNonce,
  encrypted_pairing_request: takeRequest,
}
const PLACES: Record<string, (typeof CUTS)[number]> = {
  passkey_request_options: 'options',
  ref: 'ref',
  passkey_prologue: 'prologue',
  companion_nonce: 'nonce',
  encrypted_pairing_request: 'request',
}

function takePrologue({ world, connection, ceremony, question, asked }: Question): string | undefined {
  const { account, challenge, shown } = ceremony
  if (ceremony.prologue) return 'repeated'
  const payload = bytesOf(child(asked, 'prologue_payload'))
  const { companionEphemeralIdentity, commitment } = proto.ProloguePayload.decode(payload)
  const identity = Buffer.from(companionEphemeralIdentity ?? [])
  const { publicKey, deviceType, ref } = proto.CompanionEphemeralIdentity.decode(identity)
  const credentialId = bytesOf(child(asked, 'credential_id'))
  const fault = faultOf(textOf(child(asked, 'webauthn_assertion')), {
    passkey: account.passkey,
    challenge,
    credentialId,
  })
  if (fault) {
    // Each challenge is used once.
    ceremony.challenge = world.random.bytes(32).toString('base64url')
    return fault
  }
  if (!ceremony.ref || ref !== ceremony.ref) return 'ref'
  if (deviceType !== deviceTypeOf(connection)) return 'deviceType'
  if (publicKey?.length !== 32 || commitment?.hash?.length !== 32) return 'prologue'
  const proof = child(asked, 'pairing_handoff_proof')
  if (proof && !isProof(bytesOf(proof), payload, shown.advSecret)) return 'proof'
  const isProven = proof !== undefined && world.now() < ceremony.since + PROVEN_FOR_MS
  const hash = Buffer.from(commitment.hash)
  ceremony.prologue = { identity, publicKey: Buffer.from(publicKey), commitment: hash, isProven }
  connection.send(result(question))
  logEvent(world, 'system', account.phone, 'passkey:accepted')
  if (meetFault(world, 'passkeySilent', account.phone)) return undefined
  const { keys, nonce } = ceremony
  const theirs = proto.PrimaryEphemeralIdentity.encode({ publicKey: keys.public, nonce }).finish()
  const content = [node('primary_ephemeral_identity', {}, theirs)]
  announce(world, connection, { ceremony, type: 'crsc_continuation', content })
  cutAt(world, connection, { ceremony, place: 'continuation' })
  return undefined
}

function takeNonce({ world, connection, ceremony, question, asked }: Question): string | undefined {
  const { prologue, keys, nonce: ours, account } = ceremony
  if (!prologue || ceremony.code) return 'order'
  const nonce = bytesOf(asked)
  if (!sha256(prologue.identity, nonce).equals(prologue.commitment)) return 'commitment'
  const mixed = sha256(nonce, keys.public).subarray(0, 5)
  const code = letters(Buffer.from(mixed.map((byte, at) => byte ^ (ours[at] ?? 0))))
  ceremony.code = meetFault(world, 'passkeyOtherCode', account.phone) ? code.split('').reverse().join('') : code
  connection.send(result(question))
  world.changed()
  return undefined
}

function takeRequest({ world, connection, ceremony, question, asked }: Question): string | undefined {
  const { prologue, keys, ref, shown, code } = ceremony
  if (!prologue || !code || ceremony.isOver) return 'order'
  const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(bytesOf(asked))
  const key = derive(agree(keys.private, prologue.publicKey), 32, {
    salt: Buffer.from(`Companion Pairing ${deviceTypeOf(connection)} with ref ${ref}`),
    info: 'Pairing Information Encryption Key',
  })
  const plain = opened(key, { sealed: Buffer.from(encryptedPayload ?? []), iv: Buffer.from(iv ?? []) })
  if (!plain) return 'encryption'
  const request = proto.PairingRequest.decode(plain)
  const isTheirs = (given: Uint8Array | null | undefined, key: Buffer) => key.equals(Buffer.from(given ?? []))
  if (!isTheirs(request.companionPublicKey, shown.noiseKey)) return 'noiseKey'
  if (!isTheirs(request.companionIdentityKey, shown.identityKey)) return 'identityKey'
  const advSecret = Buffer.from(request.advSecret ?? [])
  if (advSecret.length !== 32 || advSecret.equals(shown.advSecret)) return 'advSecret'
  ceremony.isOver = true
  connection.send(result(question))
  letRun(world, ceremony.complete(advSecret))
  return undefined
}

type Announcement = { ceremony: Ceremony; type: string; content: BinaryNode[] | undefined }

/** Applies the faults for delay and repetition. */
function announce(world: World, connection: Connection, { ceremony, type, content }: Announcement) {
  const { phone } = ceremony.account
  const late = findFault(world, 'passkeyLate', phone)
  const isTwice = findFault(world, 'passkeyTwice', phone) !== undefined
  const send = () => {
    const attributes = { from: SERVER, type, id: stanzaId(world), t: seconds(world.now()) }
    connection.send(node('notification', attributes, content))
  }
  for (const _ of isTwice ? [1, 2] : [1]) late ? world.later(late.value, send) : send()
}

function cutAt(world: World, connection: Connection, { ceremony, place }: { ceremony: Ceremony; place: string }) {
  const { phone } = ceremony.account
  const fault = findFault(world, 'passkeyCut', phone)
  if (!fault || CUTS[fault.value - 1] !== place) return false
  meetFault(world, 'passkeyCut', phone)
  connection.drop()
  return true
}

const optionsNode = ({ challenge }: Ceremony): BinaryNode => {
  const options = {
    challenge,
    timeout: 600_000,
    rpId: RP_ID,
    allowCredentials: [],
    userVerification: 'required',
    extensions: { uvm: true },
  }
  return node('passkey_request_options', {}, Buffer.from(JSON.stringify(options)))
}

const isProof = (proof: Buffer, payload: Buffer, advSecret: Buffer): boolean => {
  const key = derive(advSecret, 32, { info: 'shortcake-passkey-handoff-v1' })
  return createHmac('sha256', key).update(payload).digest().equals(proof)
}

const deviceTypeOf = ({ pairing }: Connection): number =>
  proto.DeviceProps.decode(pairing?.deviceProps ?? new Uint8Array()).platformType ?? 0

function opened(key: Buffer, { sealed, iv }: { sealed: Buffer; iv: Buffer }): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  } catch {
    return undefined
  }
}

/** Encodes five bytes as eight letters. */
function letters(bytes: Buffer): string {
  let number = bytes.readUIntBE(0, 5)
  let text = ''
  for (let at = 0; at < 8; at++) {
    text = (LETTERS[number % 32] ?? '') + text
    number = Math.floor(number / 32)
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`
}
