/** A message that crosses our new session does not damage it. */
import { expect, test } from 'bun:test'
import { Curve, generateSignalPubKey, signedKeyPair } from '@whiskeysockets/baileys'
import * as libsignal from 'libsignal'
import { loadBaileys } from '../../../../src/channels/whatsapp/baileys/baileys'

type Record = InstanceType<typeof libsignal.SessionRecord>
const raw = ({ private: privKey, public: pubKey }: { private: Uint8Array; public: Uint8Array }) => ({
  privKey: Buffer.from(privKey),
  pubKey: Buffer.from(generateSignalPubKey(pubKey)),
})

/** Somebody with keys and a memory of sessions, as libsignal wants it. */
function makePerson() {
  const identity = Curve.generateKeyPair()
  const signed = signedKeyPair(identity, 1)
  const preKeys = new Map<number, ReturnType<typeof raw>>()
  const sessions = new Map<string, unknown>()
  const storage = {
    loadSession: async (id: string) => {
      const found = sessions.get(id)
      return found ? libsignal.SessionRecord.deserialize(found as never) : null
    },
    storeSession: async (id: string, record: Record) => void sessions.set(id, structuredClone(record.serialize())),
    isTrustedIdentity: () => true,
    loadPreKey: async (id: number) => preKeys.get(Number(id)),
    removePreKey: async (id: number) => void preKeys.delete(Number(id)),
    loadSignedPreKey: () => raw(signed.keyPair),
    getOurRegistrationId: () => 1,
    getOurIdentity: () => raw(identity),
  }
  const bundle = () => {
    const id = preKeys.size + 1
    preKeys.set(id, raw(Curve.generateKeyPair()))
    return {
      registrationId: 1,
      identityKey: raw(identity).pubKey,
      signedPreKey: { keyId: 1, publicKey: raw(signed.keyPair).pubKey, signature: Buffer.from(signed.signature) },
      preKey: { keyId: id, publicKey: preKeys.get(id)?.pubKey ?? Buffer.alloc(0) },
    }
  }
  const other = new libsignal.ProtocolAddress('other', 0)
  const cipher = () => new libsignal.SessionCipher(storage as never, other)
  return {
    bundle,
    begin: (theirs: object) => new libsignal.SessionBuilder(storage as never, other).initOutgoing(theirs as never),
    async write(text: string) {
      const { type, body } = await cipher().encrypt(Buffer.from(text))
      return { type, body: Buffer.from(body as string, 'binary') }
    },
    async read({ type, body }: { type: number; body: Buffer }) {
      const clear = type === 3 ? cipher().decryptPreKeyWhisperMessage(body) : cipher().decryptWhisperMessage(body)
      return Buffer.from(await clear).toString()
    },
  }
}

test('a message of the old session that arrives after a new one began does not damage the new one', async () => {
  await loadBaileys(null)
  const [us, maria] = [makePerson(), makePerson()]
  await maria.begin(us.bundle())
  expect(await us.read(await maria.write('oi'))).toBe('oi')
  expect(await maria.read(await us.write('olá'))).toBe('olá')
  const onItsWay = await maria.write('ainda na sessão antiga')
  await Bun.sleep(2)
  await us.begin(maria.bundle())
  expect(await us.read(onItsWay)).toBe('ainda na sessão antiga')
  expect(await maria.read(await us.write('na sessão nova'))).toBe('na sessão nova')
  expect(await us.read(await maria.write('entendi'))).toBe('entendi')
  // An answered session sends no pre-key messages any more.
  expect((await us.write('tudo certo')).type).toBe(1)
})
