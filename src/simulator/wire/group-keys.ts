/** Group encryption of one simulated phone: one key per group and sender, sent to each device once. */
import { GroupCipher } from '@whiskeysockets/baileys/lib/Signal/Group/group_cipher.js'
import { GroupSessionBuilder } from '@whiskeysockets/baileys/lib/Signal/Group/group-session-builder.js'
import { SenderKeyDistributionMessage } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-distribution-message.js'
import { SenderKeyName } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-name.js'
import {
  SenderKeyRecord,
  type SenderKeyStateStructure,
} from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-record.js'
import { ProtocolAddress } from 'libsignal'
import type { Peer } from './signal'

export type SavedGroupKeys = { records: [string, SenderKeyStateStructure[]][]; handedOut: string[] }

export class GroupKeys {
  #records = new Map<string, SenderKeyRecord>()
  /** Devices that have this phone's own key of a group. */
  #handedOut = new Set<string>()

  static restore({ records, handedOut }: SavedGroupKeys): GroupKeys {
    const keys = new GroupKeys()
    keys.#records = new Map(records.map(([name, states]) => [name, new SenderKeyRecord(states)]))
    keys.#handedOut = new Set(handedOut)
    return keys
  }

  save(): SavedGroupKeys {
    const records = [...this.#records].map(([name, record]): [string, SenderKeyStateStructure[]] => [
      name,
      record.serialize(),
    ])
    return { records, handedOut: [...this.#handedOut] }
  }

  /** This phone's own key, for a device that lacks it. */
  async distribution(group: string, self: Peer): Promise<Uint8Array> {
    return (await new GroupSessionBuilder(this.#store).create(nameOf(group, self))).serialize()
  }

  async learn(group: string, sender: Peer, distribution: Uint8Array) {
    const message = new SenderKeyDistributionMessage(null, null, null, null, distribution)
    await new GroupSessionBuilder(this.#store).process(nameOf(group, sender), message)
  }

  encrypt(group: string, self: Peer, plaintext: Uint8Array): Promise<Uint8Array> {
    return new GroupCipher(this.#store, nameOf(group, self)).encrypt(plaintext)
  }

  decrypt(group: string, sender: Peer, ciphertext: Uint8Array): Promise<Uint8Array> {
    return new GroupCipher(this.#store, nameOf(group, sender)).decrypt(ciphertext)
  }

  has(group: string, peer: Peer): boolean {
    return this.#handedOut.has(deviceKey(group, peer))
  }

  handOut(group: string, peer: Peer) {
    this.#handedOut.add(deviceKey(group, peer))
  }

  /** After a member left or a device lost the key: the next message distributes a new one. */
  renew(group: string, self: Peer) {
    this.#records.delete(nameOf(group, self).toString())
    for (const key of this.#handedOut) if (key.startsWith(`${group}/`)) this.#handedOut.delete(key)
  }

  #store = {
    loadSenderKey: async (name: SenderKeyName) => {
      const known = this.#records.get(name.toString())
      if (known) return known
      const empty = new SenderKeyRecord()
      this.#records.set(name.toString(), empty)
      return empty
    },
    storeSenderKey: async (name: SenderKeyName, record: SenderKeyRecord) => {
      this.#records.set(name.toString(), record)
    },
  }
}

const nameOf = (group: string, { lid, device }: Peer) => new SenderKeyName(group, new ProtocolAddress(lid, device))
const deviceKey = (group: string, { lid, device }: Peer) => `${group}/${lid}:${device}`
