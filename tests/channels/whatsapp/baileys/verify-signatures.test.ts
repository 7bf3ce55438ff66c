/** Signatures are verified. */
import { expect, test } from 'bun:test'
import { loadBaileys } from '../../../../src/channels/whatsapp/baileys/baileys'

test('accepts a genuine signature and refuses a tampered one, another key’s and garbage', async () => {
  const { Curve } = await loadBaileys(null)
  const [mine, others] = [Curve.generateKeyPair(), Curve.generateKeyPair()]
  const message = Buffer.from('I am WhatsApp')
  const signature = Buffer.from(Curve.sign(mine.private, message))
  const tampered = Buffer.from(signature)
  tampered[3] = (tampered[3] ?? 0) ^ 1
  expect(Curve.verify(mine.public, message, signature)).toBe(true)
  expect(Curve.verify(mine.public, message, tampered)).toBe(false)
  expect(Curve.verify(mine.public, Buffer.from('I am somebody'), signature)).toBe(false)
  expect(Curve.verify(others.public, message, signature)).toBe(false)
  expect(Curve.verify(mine.public, message, Buffer.from('short'))).toBe(false)
})
