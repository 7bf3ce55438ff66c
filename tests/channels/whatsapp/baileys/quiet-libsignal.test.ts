/** Private keys are not printed. */
import { afterEach, expect } from 'bun:test'
import { quietLibsignal } from '../../../../src/channels/whatsapp/baileys/quiet-libsignal'
import { test } from '../../../support/trace'
import { COMPANY, MARIA } from '../support'
import { linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

const LEVELS = ['log', 'info', 'warn', 'error'] as const

test('a conversation in which sessions are closed and opened prints nothing', async () => {
  const printed: unknown[][] = []
  const real = LEVELS.map((level) => console[level])
  for (const level of LEVELS) console[level] = (...words: unknown[]) => void printed.push(words)
  try {
    const { session, maria, simulator } = await linkedTestbed()
    await maria.say(COMPANY, 'oi')
    await session.hears('oi')
    await session.say(MARIA, 'olá')
    await simulator.run({ do: 'setFault', name: 'undecryptable', on: true, times: 1 })
    await maria.say(COMPANY, 'de novo')
    await session.hears('de novo', 15_000)
  } finally {
    for (const [index, level] of LEVELS.entries()) console[level] = real[index] ?? console.log
  }
  expect(printed.map(([first]) => first)).toEqual([])
})

test('everything else is printed as before, and quieting twice is quieting once', () => {
  const printed: unknown[][] = []
  const print = (...words: unknown[]) => void printed.push(words)
  const target = { log: print, info: print, warn: print, error: print }
  quietLibsignal(target)
  const once = target.info
  quietLibsignal(target)
  expect(target.info).toBe(once)
  target.info('Closing session:', { privKey: 'secret' })
  target.warn('our own words', 1)
  expect(printed).toEqual([['our own words', 1]])
})
