/**
 * Collections (app state) that a phone shares with its linked devices: settings, contacts, archived chats. Each is a
 * series of patches, authenticated with a key of the account, and a hash over the resulting state.
 */
import { createCipheriv, createHmac } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import type { Account } from '../account'
import { derive } from '../wire/keys'

/** Shared by all devices of an account. */
export function collectionKeyOf({ device }: Pick<Account, 'device'>): CollectionKey {
  const secret = derive(device.identity.private, 38, { info: 'collections' })
  return { id: secret.subarray(0, 6), data: secret.subarray(6) }
}

/** The account's salt for tokens of first contacts. */
export const nctSaltOf = ({ device }: Pick<Account, 'device'>): Buffer =>
  derive(device.identity.private, 32, { info: 'nct salt' })

export type CollectionKey = { readonly id: Buffer; readonly data: Buffer }
export type Change = {
  readonly index: readonly string[]
  readonly value: proto.ISyncActionValue
  readonly isRemoval?: boolean
  /** An action that Baileys' definitions lack, encoded with its field number. */
  readonly more?: Uint8Array
}

const { SET, REMOVE } = proto.SyncdMutation.SyncdOperation
const HASH_BYTES = 128
const IV = Buffer.alloc(16)

export class Collection {
  version = 0
  hash: Buffer = Buffer.alloc(HASH_BYTES)
  readonly #records = new Map<string, { readonly mac: Buffer; readonly record: proto.ISyncdRecord }>()
  readonly #keys: ReturnType<typeof keysOf>

  constructor(
    readonly name: string,
    readonly key: CollectionKey,
  ) {
    this.#keys = keysOf(key)
  }

  /** All MACs are valid, whatever the changes contain. */
  patch(changes: readonly Change[]): Uint8Array {
    this.version += 1
    const mutations = changes.map((change) => this.#seal(change))
    const snapshotMac = this.#mark()
    const sealed = [snapshotMac, ...mutations.map(({ mac }) => mac), int64(this.version), Buffer.from(this.name)]
    return proto.SyncdPatch.encode({
      version: { version: this.version },
      mutations: mutations.map(({ operation, record }) => ({ operation, record })),
      snapshotMac,
      patchMac: hmac('sha256', this.#keys.patch, ...sealed),
      keyId: { id: this.key.id },
    }).finish()
  }

  /** Snapshot of the current state. */
  snapshot(): Uint8Array {
    return proto.SyncdSnapshot.encode({
      version: { version: this.version },
      records: [...this.#records.values()].map(({ record }) => record),
      mac: this.#mark(),
      keyId: { id: this.key.id },
    }).finish()
  }

  #mark(): Buffer {
    return hmac('sha256', this.#keys.snapshot, this.hash, int64(this.version), Buffer.from(this.name))
  }

  #seal({ index, value, isRemoval = false, more = new Uint8Array() }: Change) {
    const operation = isRemoval ? REMOVE : SET
    const indexBytes = Buffer.from(JSON.stringify(index))
    const action = Buffer.concat([proto.SyncActionValue.encode(value).finish(), more])
    const clear = Buffer.concat([
      proto.SyncActionData.encode({ index: indexBytes, padding: new Uint8Array(), version: 2 }).finish(),
      bytesField(2, action),
    ])
    const cipher = createCipheriv('aes-256-cbc', this.#keys.value, IV)
    const sealed = Buffer.concat([IV, cipher.update(clear), cipher.final()])
    const about = Buffer.concat([Buffer.of(isRemoval ? 2 : 1), this.key.id])
    const mac = hmac('sha512', this.#keys.valueMac, about, sealed, int64(about.length)).subarray(0, 32)
    const indexMac = hmac('sha256', this.#keys.index, indexBytes)
    const record = {
      index: { blob: indexMac },
      value: { blob: Buffer.concat([sealed, mac]) },
      keyId: { id: this.key.id },
    }
    this.#keep(indexMac.toString('base64'), isRemoval ? null : { mac, record })
    return { operation, record, mac }
  }

  #keep(index: string, now: { readonly mac: Buffer; readonly record: proto.ISyncdRecord } | null) {
    const before = this.#records.get(index)
    if (before) this.hash = mixed(this.hash, before.mac, -1)
    this.#records.delete(index)
    if (!now) return
    this.hash = mixed(this.hash, now.mac, 1)
    this.#records.set(index, now)
  }
}

function keysOf({ data }: CollectionKey) {
  const all = derive(data, 160, { info: 'WhatsApp Mutation Keys' })
  const [index, value, valueMac, snapshot, patch] = [0, 1, 2, 3, 4].map((at) =>
    all.subarray(32 * at, 32 * at + 32),
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer]
  return { index, value, valueMac, snapshot, patch }
}

/** The sum of all MACs, in words of two bytes: independent of order. */
function mixed(hash: Buffer, mac: Buffer, sign: 1 | -1): Buffer {
  const word = derive(mac, HASH_BYTES, { info: 'WhatsApp Patch Integrity' })
  const sum = Buffer.alloc(HASH_BYTES)
  for (let at = 0; at < HASH_BYTES; at += 2)
    sum.writeUInt16LE((hash.readUInt16LE(at) + sign * word.readUInt16LE(at)) & 0xffff, at)
  return sum
}

function hmac(algorithm: 'sha256' | 'sha512', key: Buffer, ...parts: readonly Uint8Array[]): Buffer {
  const mac = createHmac(algorithm, key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

function int64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(value, 4)
  return bytes
}

/** A field of bytes in an encoded protobuf message. */
export function bytesField(number: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = value
  for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80)
  return Buffer.from([...bytes, left])
}
