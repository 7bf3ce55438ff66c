/** The console script for WhatsApp Web, run as a console runs it, and parsing of its answer. */
import { expect, test } from 'bun:test'
import { answerIn, scriptFor } from '../../../ui/features/connections/passkey/consoleScript'

const options = {
  challenge: 'q8Zt-V0n_w',
  rpId: 'whatsapp.com',
  allowCredentials: [{ id: 'AQID', type: 'public-key' }],
}
const bytes = (...all: number[]) => Uint8Array.from(all).buffer

/** A browser with one passkey; records the request and what was copied. */
async function run(line: string) {
  const copied: string[] = []
  const asked: { publicKey: { challenge: Uint8Array; rpId: string; allowCredentials: { id: Uint8Array }[] } }[] = []
  const navigator = {
    credentials: {
      get: async (request: (typeof asked)[number]) => {
        asked.push(request)
        const response = {
          clientDataJSON: bytes(251, 255),
          authenticatorData: bytes(1),
          signature: bytes(2),
          userHandle: null,
        }
        return { id: 'AQID', rawId: bytes(1, 2, 3), type: 'public-key', response }
      },
    },
  }
  const program = new Function('navigator', 'copy', `return (async () => { return ${line} })()`)
  const answer: string = await program(navigator, (text: string) => void copied.push(text))
  return { answer, copied, asked: asked[0]?.publicKey }
}

test('requests exactly what WhatsApp asks for, copies the answer and shows it', async () => {
  const { answer, copied, asked } = await run(scriptFor(options))
  expect(asked?.rpId).toBe('whatsapp.com')
  expect(Buffer.from(asked?.challenge ?? []).toString('base64url')).toBe(options.challenge)
  expect([...(asked?.allowCredentials[0]?.id ?? [])]).toEqual([1, 2, 3])
  expect(copied).toEqual([answer])
  expect(answerIn(answer)).toEqual({
    id: 'AQID',
    rawId: 'AQID',
    type: 'public-key',
    response: { clientDataJSON: '-_8', authenticatorData: 'AQ', signature: 'Ag', userHandle: null },
  })
})

test('accepts an answer in a console’s quotation marks, and rejects an incomplete one', async () => {
  const { answer } = await run(scriptFor(options))
  expect(answerIn(`'${answer}'\n`)).toBeDefined()
  for (const wrong of ['', 'olá', answer.slice(0, -5), answer.slice(3), '{"id":"A"}', answer.replace('AQID', 'A+/=')])
    expect(answerIn(wrong)).toBeUndefined()
})

test('stays one line for any options', () => {
  expect(scriptFor({ ...options, rpId: 'a`b\n' })).not.toContain('\n')
})
