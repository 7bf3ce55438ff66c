/** People through WhatsApp: pictures and blocks. */
import { afterEach, expect } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from '../../support/pixel'
import { test } from '../../support/trace'
import { COMPANY, JOAO, MARIA, REF, until } from './support'
import { afterThisTest, linkedTestbed, runCleanups } from './testbed'

afterEach(runCleanups)

const maria = { kind: 'phone', value: MARIA } as const
const joao = { kind: 'phone', value: JOAO } as const

function side() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-'))
  afterThisTest(() => rmSync(folder, { recursive: true }))
  return join(folder, 'picture')
}

test('a picture is downloaded, and its change is reported', async () => {
  const { session, simulator } = await linkedTestbed()
  await simulator.run({ do: 'say', from: MARIA, to: COMPANY, text: 'oi' })
  await session.hears('oi')
  await simulator.run({ do: 'setPicture', phone: MARIA, base64: PNG.toString('base64') })
  const path = side()
  expect(await session.channel.picture(REF, maria, path)).toBe(true)
  expect(readFileSync(path).equals(PNG)).toBe(true)
  await until(() => session.pictures.some(({ value }) => value === MARIA))
})

test('a hidden picture counts as none', async () => {
  const { session } = await linkedTestbed()
  const path = side()
  expect(await session.channel.picture(REF, joao, path)).toBe(false)
  expect(existsSync(path)).toBe(false)
})

test('a block applies on WhatsApp until it is lifted', async () => {
  const { session, simulator } = await linkedTestbed()
  await simulator.run({ do: 'say', from: MARIA, to: COMPANY, text: 'oi' })
  await session.hears('oi')
  expect(await session.channel.block(REF, maria, true)).toBe(true)
  await simulator.run({ do: 'say', from: MARIA, to: COMPANY, text: 'ninguém ouve' })
  await simulator.run({ do: 'say', from: JOAO, to: COMPANY, text: 'eu sim' })
  await session.hears('eu sim')
  expect(session.messages.map(({ body }) => body)).toEqual(['oi', 'eu sim'])
  expect(await session.channel.block(REF, maria, false)).toBe(true)
  await simulator.run({ do: 'say', from: MARIA, to: COMPANY, text: 'de novo' })
  await session.hears('de novo')
})

test('a block on the company’s own phone is reported', async () => {
  const { session, simulator } = await linkedTestbed()
  await simulator.run({ do: 'block', phone: COMPANY, who: MARIA })
  await until(() => session.blocks.some(({ isBlocked }) => isBlocked))
  await simulator.run({ do: 'block', phone: COMPANY, who: MARIA, on: false })
  await until(() => session.blocks.some(({ isBlocked }) => !isBlocked))
  expect(new Set(session.blocks.map(({ address }) => address.value)).size).toBe(1)
})
