/** What Baileys may write into our log. */
import { expect, test } from 'bun:test'
import { logForBaileys, MOST_A_MINUTE } from '../../../../src/channels/whatsapp/baileys/log'

test('passes only Baileys’ own text, the error’s first line and its code, from warn up', () => {
  const lines: unknown[] = []
  const note = (level: string) => (fields: object, text: string) => void lines.push({ level, fields, text })
  const log = logForBaileys({ info: note('info'), warn: note('warn'), error: note('error') }, { connectionId: 1 })
  log.info({ body: 'secret' }, 'ignored')
  log.debug('ignored')
  log.trace({}, 'ignored')
  log.child({ privKey: 'secret' }).warn({ node: '<message>secret</message>' }, 'odd stanza')
  const err = Object.assign(new Error('Bad MAC\nsecret'), { output: { statusCode: 500 } })
  log.error({ key: { remoteJid: 'secret' }, err }, 'failed to decrypt message')
  log.warn('just words')
  expect(lines).toEqual([
    { level: 'warn', fields: { connectionId: 1 }, text: 'baileys: odd stanza' },
    {
      level: 'error',
      fields: { connectionId: 1, reason: 'Bad MAC', code: 500 },
      text: 'baileys: failed to decrypt message',
    },
    { level: 'warn', fields: { connectionId: 1 }, text: 'baileys: just words' },
  ])
})

test('limits similar lines per minute and truncates long ones', () => {
  const lines: string[] = []
  const note = (_fields: object, text: string) => void lines.push(text)
  let now = 0
  const log = logForBaileys({ info: note, warn: note, error: note }, {}, { now: () => now })
  for (let at = 0; at < 1_000; at++) log.warn(`Invalid LID-PN mapping: ${at}${'x'.repeat(9_000)}`)
  log.error({}, 'something else')
  expect(lines).toHaveLength(MOST_A_MINUTE + 1)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(200)
  now = 61_000
  log.warn('Invalid LID-PN mapping: once more')
  expect(lines.at(-1)).toBe('baileys: Invalid LID-PN mapping: once more')
})

test('says nothing of work that fails because we have closed the socket', () => {
  const lines: string[] = []
  const note = (_fields: object, text: string) => void lines.push(text)
  const gone = new AbortController()
  const log = logForBaileys({ info: note, warn: note, error: note }, {}, { gone: gone.signal })
  log.error({ error: new Error('Bad MAC') }, 'transaction failed, rolling back')
  gone.abort()
  log.warn('failed to commit mutations, retries left=0')
  log.error({ error: new Error('this session is over') }, 'transaction failed, rolling back')
  expect(lines).toEqual(['baileys: transaction failed, rolling back'])
})
