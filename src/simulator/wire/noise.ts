/** The server's side of Noise_XX_25519_AESGCM_SHA256, and framing inside the websocket. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import type { Certificate } from './certificate'
import { agree, derive, type KeyPair, sha256 } from './keys'

const NAME: Buffer = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0')
const PROLOGUE = Buffer.from([0x57, 0x41, 6, 3])
const TAG_LENGTH = 16
const NOTHING: Buffer = Buffer.alloc(0)

/** Cuts the byte stream into frames; skips the routing hint and the prologue that come first. */
export class FrameReader {
  #bytes: Buffer = NOTHING
  #begun = false
  /** Routing hint that the server gave the client earlier. */
  routing: Buffer | undefined

  push(bytes: Uint8Array): Buffer[] {
    this.#bytes = this.#bytes.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#bytes, bytes])
    if (!this.#begun && !this.#skipPrologue()) return []
    const frames: Buffer[] = []
    while (this.#bytes.length >= 3) {
      const end = 3 + this.#bytes.readUIntBE(0, 3)
      if (this.#bytes.length < end) break
      frames.push(this.#bytes.subarray(3, end))
      this.#bytes = this.#bytes.subarray(end)
    }
    return frames
  }

  #skipPrologue(): boolean {
    const isRouted = this.#bytes.subarray(0, 2).toString() === 'ED'
    if (this.#bytes.length < 7) return false
    const start = isRouted ? 7 + this.#bytes.readUIntBE(4, 3) : 0
    if (this.#bytes.length < start + 4) return false
    if (!this.#bytes.subarray(start, start + 4).equals(PROLOGUE)) throw new Error('not a WhatsApp client')
    if (isRouted) this.routing = Buffer.from(this.#bytes.subarray(7, start))
    this.#bytes = this.#bytes.subarray(start + 4)
    this.#begun = true
    return true
  }
}

export class NoiseServer {
  #certificate: Certificate
  #ephemeral: KeyPair
  #hash: Buffer = NAME
  #chainKey: Buffer = NAME
  #key: Buffer = NAME
  #counter = 0
  #toClient: Cipher | undefined
  #fromClient: Cipher | undefined

  constructor(certificate: Certificate, ephemeral: KeyPair) {
    this.#certificate = certificate
    this.#ephemeral = ephemeral
    this.#mixHash(PROLOGUE)
  }

  /** Answers the client's first frame. */
  hello(frame: Buffer): Buffer {
    const clientKey = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral
    if (!clientKey) throw new Error('handshake without an ephemeral key')
    this.#mixHash(clientKey)
    this.#mixHash(this.#ephemeral.public)
    this.#mixKey(agree(this.#ephemeral.private, clientKey))
    const encryptedStatic = this.#encrypt(this.#certificate.server.public)
    this.#mixKey(agree(this.#certificate.server.private, clientKey))
    const payload = this.#encrypt(this.#certificate.chain)
    const serverHello = { ephemeral: this.#ephemeral.public, static: encryptedStatic, payload }
    return Buffer.from(proto.HandshakeMessage.encode({ serverHello }).finish())
  }

  /** Reads the client's second frame: its static key and login payload. From here on frames are encrypted. */
  finish(frame: Buffer): { noiseKey: Buffer; payload: proto.ClientPayload } {
    const finish = proto.HandshakeMessage.decode(frame).clientFinish
    if (!finish?.static || !finish.payload) throw new Error('handshake without an end')
    const noiseKey = this.#decrypt(Buffer.from(finish.static))
    this.#mixKey(agree(this.#ephemeral.private, noiseKey))
    const payload = proto.ClientPayload.decode(this.#decrypt(Buffer.from(finish.payload)))
    const keys = derive(NOTHING, 64, { salt: this.#chainKey })
    this.#fromClient = new Cipher(keys.subarray(0, 32))
    this.#toClient = new Cipher(keys.subarray(32))
    return { noiseKey, payload }
  }

  seal(plaintext: Uint8Array): Buffer {
    return frameOf(this.#toClient ? this.#toClient.seal(plaintext) : plaintext)
  }

  open(frame: Buffer): Buffer {
    if (!this.#fromClient) throw new Error('handshake not finished')
    return this.#fromClient.open(frame)
  }

  #mixHash(bytes: Uint8Array) {
    this.#hash = sha256(this.#hash, bytes)
  }

  #mixKey(secret: Buffer) {
    const keys = derive(secret, 64, { salt: this.#chainKey })
    this.#chainKey = keys.subarray(0, 32)
    this.#key = keys.subarray(32)
    this.#counter = 0
  }

  #encrypt(plaintext: Uint8Array): Buffer {
    const sealed = encrypt(this.#key, this.#counter++, plaintext, this.#hash)
    this.#mixHash(sealed)
    return sealed
  }

  #decrypt(sealed: Buffer): Buffer {
    const plaintext = decrypt(this.#key, this.#counter++, sealed, this.#hash)
    this.#mixHash(sealed)
    return plaintext
  }
}

class Cipher {
  #counter = 0

  constructor(readonly key: Buffer) {}

  seal(plaintext: Uint8Array): Buffer {
    return encrypt(this.key, this.#counter++, plaintext, NOTHING)
  }

  open(sealed: Buffer): Buffer {
    return decrypt(this.key, this.#counter++, sealed, NOTHING)
  }
}

function frameOf(body: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(3 + body.length)
  frame.writeUIntBE(body.length, 0, 3)
  frame.set(body, 3)
  return frame
}

function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(counter, 8)
  return bytes
}

function encrypt(key: Buffer, counter: number, plaintext: Uint8Array, associated: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(counter)).setAAD(associated)
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, counter: number, sealed: Buffer, associated: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(counter)).setAAD(associated)
  decipher.setAuthTag(sealed.subarray(-TAG_LENGTH))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_LENGTH)), decipher.final()])
}
