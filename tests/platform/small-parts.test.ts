/** The small parts of the platform, each by its table. */
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { AppError, errors } from '../../src/errors'
import { ConfigError, flagOf, readConfig, settingNames } from '../../src/platform/config'
import {
  adoptFile,
  clearSideFiles,
  FileTooLarge,
  hashOf,
  mediaPath,
  partOf,
  receiveFile,
  serveFile,
} from '../../src/platform/files'
import { Color, Email, Id, Instant, instant, Name, Password, PhoneNumber } from '../../src/platform/formats'
import { defineJob, startJobs } from '../../src/platform/jobs'
import { createLimiter } from '../../src/platform/limiter'
import { createLog } from '../../src/platform/log'
import { isOn, readIds } from '../../src/platform/params'
import { loadSecret, newToken, sameText, tokenHash } from '../../src/platform/secret'
import { fold, likeContaining } from '../../src/platform/text'
import { createVisitor } from '../../src/platform/visitor'
import { languageOf, languages, textsIn } from '../../src/texts/texts'
import { until } from '../support/until'

const folder = () => mkdtempSync('/dev/shm/balcao-part-')

describe('doors that close after failures', () => {
  const limited = () => {
    let now = 0
    const doors = createLimiter(() => now, { most: 3, window: 100, shut: 50 })
    return {
      doors,
      at(time: number) {
        now = time
      },
    }
  }

  test('the third failure within the window shuts the door, for so long', () => {
    const { doors, at } = limited()
    for (const time of [0, 40, 80]) {
      at(time)
      expect(doors.wait('a')).toBe(0)
      doors.failed('a')
    }
    expect(doors.wait('a')).toBe(50)
    at(129)
    expect(doors.wait('a')).toBe(1)
    at(130)
    expect(doors.wait('a')).toBe(0)
    doors.failed('a')
    expect(doors.wait('a')).toBe(0)
  })

  test('failures outside the window are forgotten, others count for their own door, success forgives', () => {
    const { doors, at } = limited()
    for (const time of [0, 101, 202, 303]) {
      at(time)
      doors.failed('a')
    }
    expect(doors.wait('a')).toBe(0)
    doors.failed('b')
    doors.failed('b')
    doors.succeeded('b')
    doors.failed('b')
    expect(doors.wait('b')).toBe(0)
  })

  test('a flood of keys fills no memory, and each failure stays cheap', () => {
    const { doors, at } = limited()
    at(1)
    for (let n = 0; n < 3; n++) doors.failed('shut')
    const start = performance.now()
    for (let n = 0; n < 60_000; n++) doors.failed(`k${n}`)
    expect(performance.now() - start).toBeLessThan(1500)
    expect(doors.wait('shut')).toBe(50)
    doors.failed('k0')
    doors.failed('k0')
    expect(doors.wait('k0')).toBe(0) // its first failure was forgotten
    doors.failed('k59999')
    doors.failed('k59999')
    expect(doors.wait('k59999')).toBe(50)
  })
})

describe('settings of the installation', () => {
  test('have their defaults', () => {
    expect(readConfig({})).toEqual({
      dataDir: 'data',
      host: '0.0.0.0',
      port: 8080,
      publicUrl: null,
      trustProxy: false,
      admin: { email: null, password: null },
      whatsapp: null,
      logLevel: 'info',
    })
  })

  test('are read from their words', () => {
    const key = 'AB'.repeat(32)
    expect(
      readConfig({
        BALCAO_DATA: '/srv',
        BALCAO_HOST: '::1',
        BALCAO_PORT: '1',
        BALCAO_PUBLIC_URL: 'https://a.example',
        BALCAO_TRUST_PROXY: 'yes',
        BALCAO_ADMIN_EMAIL: ' Chefe@Loja.example ',
        BALCAO_ADMIN_PASSWORD: '12345',
        BALCAO_WHATSAPP_URL: 'ws://localhost:1',
        BALCAO_WHATSAPP_ROOT_KEY: key,
        BALCAO_LOG_LEVEL: 'silent',
        PATH: '/bin',
      }),
    ).toEqual({
      dataDir: '/srv',
      host: '::1',
      port: 1,
      publicUrl: 'https://a.example',
      trustProxy: true,
      admin: { email: 'chefe@loja.example', password: '12345' },
      whatsapp: { url: 'ws://localhost:1', rootKey: key.toLowerCase() },
      logLevel: 'silent',
    })
  })

  const faultsOf = (source: Record<string, string>) => {
    try {
      readConfig(source)
      return []
    } catch (error) {
      if (error instanceof ConfigError) return error.faults
      throw error
    }
  }

  test('all faults are told at once, each by its name', () => {
    const faults = faultsOf({
      BALCAO_PORT: '99999',
      BALCAO_PUBLIC_URL: 'nope',
      BALCAO_TRUST_PROXY: 'maybe',
      BALCAO_ADMIN_PASSWORD: 'abc',
      BALCAO_WHATSAPP_URL: 'http://x',
      BALCAO_LOG_LEVEL: 'loud',
    })
    for (const name of [
      'BALCAO_PORT',
      'BALCAO_PUBLIC_URL',
      'BALCAO_TRUST_PROXY',
      'BALCAO_ADMIN_PASSWORD:',
      'BALCAO_WHATSAPP_URL:',
      'BALCAO_LOG_LEVEL',
      'BALCAO_WHATSAPP_URL and BALCAO_WHATSAPP_ROOT_KEY go together',
      'BALCAO_ADMIN_PASSWORD needs',
    ])
      expect(faults.some((fault) => fault.startsWith(name))).toBe(true)
    expect(faults).toHaveLength(8)
  })

  test.each([
    ['BALCAO_PORT', '80x'],
    ['BALCAO_PORT', '-1'],
    ['BALCAO_PORT', '65536'],
    ['BALCAO_ADMIN_EMAIL', 'nope'],
    ['BALCAO_PUBLIC_URL', 'atende.example.com'],
  ])('%s may not be %s', (name, value) =>
    expect(faultsOf({ [name]: value }).some((fault) => fault.startsWith(name))).toBe(true),
  )

  test('a password never stands in a fault', () =>
    expect(JSON.stringify(faultsOf({ BALCAO_ADMIN_PASSWORD: 'xyz1' }))).not.toContain('xyz1'))

  test('each has its flag', () => expect(settingNames.map(flagOf)).toContain('--public-url'))
})

describe('parts of a file', () => {
  test.each([
    ['bytes=0-', 10, { from: 0, to: 9 }],
    ['bytes=3-5', 10, { from: 3, to: 5 }],
    ['bytes=3-99', 10, { from: 3, to: 9 }],
    ['bytes=-4', 10, { from: 6, to: 9 }],
    ['bytes=-99', 10, { from: 0, to: 9 }],
    ['bytes=9-9', 10, { from: 9, to: 9 }],
    ['bytes=0-1,5-6', 10, { from: 0, to: 1 }],
    ['bytes=10-', 10, undefined],
    ['bytes=5-4', 10, undefined],
    ['bytes=-0', 10, undefined],
    ['bytes=-', 10, undefined],
    ['bytes=', 10, undefined],
    ['lines=1-2', 10, undefined],
    ['bytes=a-b', 10, undefined],
    ['bytes=0-', 0, undefined],
    [`bytes=${'9'.repeat(400)}-`, 10, undefined],
    [`bytes=0-${'9'.repeat(400)}`, 10, { from: 0, to: 9 }],
  ])('%s of %d bytes', (range, size, expected) => expect(partOf(range, size)).toEqual(expected as never))

  test('a file is received beside, named by its content, and there once', async () => {
    const home = folder()
    const content = Buffer.from('olá mundo')
    async function* source() {
      yield content.subarray(0, 3)
      yield content.subarray(3)
    }
    for (let lap = 0; lap < 2; lap++) {
      const got = await receiveFile(home, source(), 100)
      expect(await hashOf(got.path)).toEqual({ sha256: got.sha256, size: got.size })
      await adoptFile(home, got.path, got.sha256)
      expect(readFileSync(mediaPath(home, got.sha256))).toEqual(content)
    }
    expect(readdirSync(join(home, 'media', 'incoming'))).toEqual([])
    writeFileSync(join(home, 'media', 'incoming', 'halb'), 'x')
    clearSideFiles(home)
    expect(readdirSync(join(home, 'media'))).not.toContain('incoming')
    rmSync(home, { recursive: true })
  })

  test('one that is too large, or breaks off, leaves nothing', async () => {
    const home = folder()
    async function* endless() {
      for (;;) yield new Uint8Array(1000)
    }
    async function* broken() {
      yield new Uint8Array(10)
      throw new Error('cut off')
    }
    await expect(receiveFile(home, endless(), 5000)).rejects.toBeInstanceOf(FileTooLarge)
    await expect(receiveFile(home, broken(), 5000)).rejects.toThrow('cut off')
    expect(readdirSync(join(home, 'media', 'incoming'))).toEqual([])
    rmSync(home, { recursive: true })
  })

  test('a file that is gone is told as not there, not as a fault', async () => {
    expect(
      await serveFile(new Request('http://x/'), { path: '/nowhere', sha256: 'x', mimetype: 'image/png', name: null }),
    ).toBeUndefined()
  })
})

describe('formats of the wire', () => {
  const ok = (schema: v.GenericSchema, value: unknown) => {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? parsed.output : 'no'
  }
  test.each([
    [Name, '  Ana  ', 'Ana'],
    [Name, 'A', 'no'],
    [Name, 'a'.repeat(51), 'no'],
    [Name, '    ', 'no'],
    [Email, ' Ana@LOJA.example ', 'ana@loja.example'],
    [Email, 'ana', 'no'],
    [Email, `${'a'.repeat(120)}@b.example`, 'no'],
    [Password, '1234', 'no'],
    [Password, '12345', '12345'],
    [Password, 'a'.repeat(50), 'a'.repeat(50)],
    [Password, 'a'.repeat(51), 'no'],
    [PhoneNumber, '+55 (21) 99612-4087', '5521996124087'],
    [PhoneNumber, '1234567', 'no'],
    [PhoneNumber, '1'.repeat(16), 'no'],
    [PhoneNumber, 'abc', 'no'],
    [Color, '#fff', '#fff'],
    [Color, '#A1B2C3', '#A1B2C3'],
    [Color, 'red', 'no'],
    [Color, '#ffff', 'no'],
    [Color, '#fff;x', 'no'],
    [Id, 1, 1],
    [Id, 0, 'no'],
    [Id, 1.5, 'no'],
    [Id, '1', 'no'],
    [Instant, '2026-03-02T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    [Instant, '2026-03-02', 'no'],
  ] as [v.GenericSchema, unknown, unknown][])('%#', (schema, value, expected) =>
    expect(ok(schema, value)).toBe(expected),
  )

  test('an instant is ISO in UTC', () => expect(instant(Date.UTC(2038, 0, 20))).toBe('2038-01-20T00:00:00.000Z'))

  test('text as search sees it', () => {
    expect(fold(' JOSÉ Ântônio Çá ')).toBe('jose antonio ca')
    expect(likeContaining('100%_\\')).toBe('%100\\%\\_\\\\%')
  })

  test('lists of ids in a query', () => {
    expect([readIds(undefined, 'x'), readIds('', 'x'), readIds('[]', 'x'), readIds('[1,0]', 'x')]).toEqual([
      null,
      null,
      null,
      [1, 0],
    ])
    for (const wrong of ['1', '{}', '["1"]', '[1.5]', '[-1]', '[1', 'null', '[null]'])
      expect(() => readIds(wrong, 'x')).toThrow('ERR_INVALID_INPUT')
    expect(['true', '1', 'false', '0', '', undefined].map(isOn)).toEqual([true, true, false, false, false, false])
  })
})

describe('words', () => {
  test('every error and every hint has its text in the four languages, none forgotten and none left over', () => {
    for (const language of languages) {
      const texts = textsIn(language)
      expect(Object.keys(texts.errors).sort()).toEqual(Object.keys(errors).sort())
      expect(Object.keys(texts.form).sort()).toEqual(Object.keys(textsIn('pt-BR').form).sort())
      for (const text of [...Object.values(texts.errors), ...Object.values(texts.form)])
        expect(text.trim().length).toBeGreaterThan(5)
    }
  })

  test('a language is not another one copied', () => {
    for (const code of Object.keys(errors) as (keyof typeof errors)[])
      expect(new Set(languages.map((language) => textsIn(language).errors[code])).size).toBe(languages.length)
  })

  test.each([
    [null, 'pt-BR'],
    ['', 'pt-BR'],
    ['en', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['es-AR;q=1', 'es'],
    ['tr-TR', 'tr'],
    ['de,fr;q=0.8,es;q=0.5', 'es'],
    ['xx', 'pt-BR'],
    [';;;,,,', 'pt-BR'],
  ])('for %p it is %s', (header, language) => expect(languageOf(header)).toBe(language as never))

  test('every status of the catalogue is one that HTTP knows, and an error keeps its details', () => {
    for (const status of Object.values(errors)) expect(status >= 400 && status < 600).toBe(true)
    expect(new AppError('ERR_OTHER_OPEN_TICKET', { user: 'Ana' })).toMatchObject({
      status: 409,
      details: { user: 'Ana' },
    })
  })
})

describe('the visitor', () => {
  const plain = createVisitor({ trustProxy: false, publicUrl: null })
  const behind = createVisitor({ trustProxy: true, publicUrl: 'https://atende.example' })
  const request = (headers: Record<string, string>) => new Request('http://localhost:8080/x', { headers })
  const server = { requestIP: () => ({ address: '10.0.0.9' }) }

  test('has the address of the socket; a proxy is believed only where trusted, and only its own word', () => {
    const headers = { 'x-forwarded-for': '6.6.6.6, 1.2.3.4' }
    expect(plain.addressOf(request(headers), server)).toBe('10.0.0.9')
    expect(behind.addressOf(request(headers), server)).toBe('1.2.3.4')
    expect(plain.addressOf(request({}), null)).toBe('unknown')
  })

  test.each([
    [{}, true],
    [{ origin: 'http://localhost:8080', host: 'localhost:8080' }, true],
    [{ origin: 'http://localhost:9999', host: 'localhost:8080' }, false],
    [{ origin: 'https://evil.example', host: 'localhost:8080' }, false],
    [{ origin: 'null', host: 'localhost:8080' }, false],
    [{ origin: '', host: 'localhost:8080' }, false],
    [{ origin: 'https://localhost:8080.evil.example', host: 'localhost:8080' }, false],
    [{ origin: 'https://evil.example', host: 'localhost:8080', 'x-forwarded-host': 'evil.example' }, false],
  ])('with %j comes from our own page: %p', (headers, own) =>
    expect(plain.isOwnOrigin(request(headers as Record<string, string>))).toBe(own),
  )

  test('the public address is ours, behind a proxy too', () => {
    expect(behind.isOwnOrigin(request({ origin: 'https://atende.example', host: '127.0.0.1' }))).toBe(true)
    expect(
      behind.isOwnOrigin(request({ origin: 'https://x.example', host: '127.0.0.1', 'x-forwarded-host': 'x.example' })),
    ).toBe(true)
  })

  test('cookies and tokens are read as they are sent', () => {
    const read = (cookie: string) => plain.readCookie(request({ cookie }), 'b')
    expect([read('b=1'), read('a=0; b=1; c=2'), read('ab=1'), read('b='), read('x')]).toEqual([
      '1',
      '1',
      undefined,
      undefined,
      undefined,
    ])
    expect([
      plain.bearerOf(request({ authorization: 'Bearer abc' })),
      plain.bearerOf(request({ authorization: 'bearer abc' })),
      plain.bearerOf(request({})),
    ]).toEqual(['abc', null, null])
  })
})

describe('the installation’s own secret', () => {
  test('is made once, for its owner alone, and never accepted when weak', () => {
    const home = folder()
    const secret = loadSecret(home)
    expect(secret).toHaveLength(32)
    expect(loadSecret(home)).toEqual(secret)
    expect(statSync(join(home, 'secret.key')).mode & 0o777).toBe(0o600)
    for (const weak of ['', 'abc', 'x'.repeat(64), 'ab'.repeat(31)]) {
      writeFileSync(join(home, 'secret.key'), weak)
      expect(() => loadSecret(home)).toThrow('64 hexadecimal digits')
    }
    expect(loadSecret(folder())).not.toEqual(secret)
    rmSync(home, { recursive: true })
  })

  test('tokens are long, differ, and are kept as hashes', () => {
    expect(newToken()).not.toBe(newToken())
    expect(newToken().length).toBeGreaterThanOrEqual(43)
    expect(tokenHash('a')).toMatch(/^[0-9a-f]{64}$/)
    expect([sameText('a', 'a'), sameText('a', 'b'), sameText('a', 'aa')]).toEqual([true, false, false])
  })
})

describe('jobs', () => {
  test('run by the clock, never over themselves, and one that fails is logged and tried again', async () => {
    const logged: unknown[] = []
    const log = { error: (line: unknown) => void logged.push(line) }
    let [running, most, runs, failures] = [0, 0, 0, 0]
    const slow = defineJob<null>({
      name: 'slow',
      every: '* * * * * *',
      async run() {
        most = Math.max(most, ++running)
        runs++
        await Bun.sleep(1500)
        running--
      },
    })
    const failing = defineJob<null>({
      name: 'failing',
      every: '* * * * * *',
      run() {
        failures++
        throw new Error('broken')
      },
    })
    const clockwork = startJobs(null, [slow, failing], log as never) // only `error` is used
    await until(() => failures >= 3 && runs >= 2, 'three seconds of jobs', 6000)
    clockwork.stop()
    expect(most).toBe(1)
    expect(logged.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(logged[0])).toContain('failing')
  }, 10_000)
})

test('the log hides what is secret, wherever it stands', async () => {
  const code = `
    import { createLog } from '${join(import.meta.dir, '../../src/platform/log')}'
    const log = createLog('info')
    log.info({ password: 'SEGREDO', token: 'SEGREDO', body: 'SEGREDO', headers: { authorization: 'SEGREDO', cookie: 'SEGREDO', 'set-cookie': 'SEGREDO' }, a: { b: { qrcode: 'SEGREDO' } }, ok: 'visível' }, 'linha')`
  const child = Bun.spawn(['bun', '-e', code], { stdout: 'pipe' })
  const out = await new Response(child.stdout).text()
  expect(out).toContain('visível')
  expect(out).not.toContain('SEGREDO')
  expect(createLog('silent').level).toBe('silent')
})
