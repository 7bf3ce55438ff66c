/** The table of close reasons and reactions. */
import { describe, expect, test } from 'bun:test'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import {
  type Answer,
  answerTo,
  BROKEN_INSIDE,
  retryDelay,
  STORAGE_FAILED,
} from '../../../../src/channels/whatsapp/session/close-reason'

const retry = (reason: string, refreshVersion = false) => ({ do: 'retry', reason, refreshVersion })
const stop = (status: string, reason: string, archive = false) => ({ do: 'stop', status, reason, archive })

const TABLE: readonly [string, number | null, object][] = [
  ['restart after pairing or when the server asks for it', 515, { do: 'restart' }],
  ['connection closed', 428, retry('network')],
  ['timed out or lost', 408, retry('network')],
  ['server error', 500, retry('serverUnavailable')],
  ['server unavailable', 503, retry('serverUnavailable')],
  ['a certificate that is not WhatsApp’s', 400, retry('certificate')],
  ['our version is too old', 405, retry('outdated', true)],
  ['unlinked on the phone', 401, stop('DISCONNECTED', 'loggedOut', true)],
  ['opened elsewhere', 440, stop('REPLACED', 'replaced')],
  ['banned', 403, stop('BANNED', 'banned')],
  ['banned, the other code', 406, stop('BANNED', 'banned')],
  ['banned for a time', 402, stop('BANNED', 'temporarilyBanned')],
  ['phone without linked devices', 411, stop('DISCONNECTED', 'notMultiDevice')],
  ['our kind of client is refused', 409, stop('DISCONNECTED', 'refused')],
  ['session.db could not be written', STORAGE_FAILED, retry('storage')],
  ['something inside Baileys threw', BROKEN_INSIDE, retry('network')],
  ['a code nobody has met', 599, retry('network')],
  ['no code at all', null, retry('network')],
]

describe('each close reason has one reaction', () => {
  for (const [what, code, answer] of TABLE) test(what, () => expect(answerTo(code)).toEqual(answer as Answer))
})

test('the back-off doubles from 1 s to 60 s, with up to half as jitter', () => {
  const bounds = { fromMs: defaultLimits.backOffFrom, toMs: defaultLimits.backOffTo }
  const longest = [0, 1, 2, 3, 4, 5, 6, 7, 400].map((attempt) => retryDelay(attempt, () => 1, bounds))
  expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  expect(retryDelay(3, () => 0, bounds)).toBe(4_000)
})
